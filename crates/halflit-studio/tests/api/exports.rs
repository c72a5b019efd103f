//! What is taken home.

use halflit::{Dataset, Labels, Model, Plan};
use halflit_io::{ReadOptions, read_from, read_labels_from};

use crate::world::{World, folder, table, truth};

#[test]
fn labels_map_model_report_and_commands() {
    let (_folder, journal) = folder();
    let world = World::open(&journal);
    world.settled(0);
    assert_eq!(world.get("/api/export/model.halflit").status, 400);
    let (check, rows) = world.first_check();
    assert_eq!(rows.len(), 14, "the fifteenth is the first check row");
    world.label(&[check], &truth(check));
    world.settled(14);

    let csv = world.get("/api/export/labels.csv");
    assert_eq!(csv.header("content-disposition"), Some("attachment; filename=\"labels.csv\""));
    let text = String::from_utf8(csv.body.clone()).expect("text");
    assert!(text.starts_with("row,id,label,use\n"), "{text}");
    assert!(text.contains(&format!("\n{check},r{check},{},check\n", truth(check))));
    assert!(text.contains(&format!("\n{},r{},{},learn\n", rows[3], rows[3], truth(rows[3]))));
    // As others read it: one label per row.
    for name in ["labels.csv", "labels.parquet"] {
        let body = world.get(&format!("/api/export/{name}")).body;
        let read = read_labels_from(&body[..], name, &ReadOptions::default()).expect("labels");
        assert_eq!(read.len(), 351);
        let labels: Vec<Option<&str>> = read.iter().collect();
        assert_eq!(labels[check], Some(truth(check).as_str()));
        assert_eq!(labels.iter().flatten().count(), 15);
    }

    // The model learns from all labels, and is what a fit of them gives.
    let read =
        read_labels_from(&csv.body[..], "labels.csv", &ReadOptions::default()).expect("labels");
    let labels = Labels::from_codes(read.names().to_vec(), read.codes().collect()).expect("codes");
    let table = table();
    let data = Dataset::new(table.samples().expect("finite"), labels).expect("a dataset");
    let expected = Plan::default().fit(&data).expect("two classes").model;
    let expected = expected.with_encoding(table.encoding.clone()).expect("one name a column");
    let exported = world.get("/api/export/model.halflit").body;
    assert_eq!(exported, expected.to_bytes().expect("bytes"));
    assert_eq!(Model::from_bytes(&exported).expect("a model").classes(), ["bad", "good"]);

    let map = world.get("/api/export/map.csv").body;
    let options = ReadOptions {
        label: Some("predicted".into()),
        drop: vec!["id".into()],
        ..ReadOptions::default()
    };
    let map = read_from(&map[..], "map.csv", &options).expect("a table");
    assert_eq!(map.feature_names, ["row", "x", "y", "sure"]);
    assert_eq!((map.rows, map.labels.map(|own| own.names().len())), (351, Some(2)));

    let page = String::from_utf8(world.get("/api/export/report.html").body).expect("text");
    assert!(page.starts_with("<!doctype html>") || page.starts_with("<!DOCTYPE html>"));
    let commands = world.get("/api/export/commands").json();
    // Nobody said how this table can be read again.
    assert!(commands["shell"].as_str().is_some_and(|line| line.starts_with("# ")));
    assert!(
        commands["python"].as_str().is_some_and(|lines| lines.contains("load(\"model.halflit\")"))
    );
    world.end();
}
