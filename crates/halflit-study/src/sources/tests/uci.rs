//! Ionosphere and Balance.

use super::*;

#[test]
fn uci_files_give_what_is_at_hand() -> Tested {
    let folder = TempDir::new()?;
    let (mut ionosphere, mut balance) = (String::new(), String::new());
    let at_hand = [halflit::datasets::ionosphere(), halflit::datasets::balance()];
    for i in 0..351 {
        let cells = at_hand[0].samples().row(i);
        ionosphere.extend(cells.iter().map(|v| format!("{v:.5},")));
        ionosphere += &at_hand[0].labels().name_of(i).ok_or("no label")?[..1];
        ionosphere += "\n";
    }
    for i in 0..625 {
        balance += &at_hand[1].labels().name_of(i).ok_or("no label")?[..1].to_uppercase();
        balance.extend(at_hand[1].samples().row(i).iter().map(|v| format!(",{v}")));
        balance += "\r\n";
    }
    fs::write(folder.path().join("ionosphere.data"), ionosphere + "\n")?;
    fs::write(folder.path().join("balance-scale.data"), balance)?;
    for (source, expected) in [Source::Ionosphere, Source::Balance].into_iter().zip(at_hand) {
        let loaded = loaded(source, folder.path())?;
        assert!(loaded.origin.ends_with(".data"));
        assert_eq!(loaded.data, expected);
        assert_eq!(loaded.digest, digest::of(&expected));
    }
    Ok(())
}

#[test]
fn csv_goes_before_the_embedded_copy() -> Tested {
    let folder = TempDir::new()?;
    let text = csv(351, 34, &["g", "b"], Some("class"));
    fs::write(folder.path().join("ionosphere.csv"), text)?;
    let loaded = loaded(Source::Ionosphere, folder.path())?;
    assert_eq!(loaded.data.labels().classes(), ["bad", "good"]);
    assert_eq!(loaded.data.samples().row(0)[..3], [0.0, 17.0, 34.0]);
    assert!(loaded.origin.ends_with("ionosphere.csv"));
    Ok(())
}
