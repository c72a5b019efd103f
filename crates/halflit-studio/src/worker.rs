//! The one thread that computes.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use halflit::{Auto, Labels};

use crate::desk::Desk;
use crate::engine::{Engine, Fit};
use crate::error::StudioError;
use crate::orders::{Order, What};
use crate::session::Settings;

/// Works until it is told to stop. A mistake of ours is told as what it is: labels go on being kept.
pub(crate) fn work(desk: &Desk) {
    let end = std::panic::catch_unwind(AssertUnwindSafe(|| fit_and_answer(desk)));
    if end.is_err() {
        let help = "start the studio again; all labels are kept";
        desk.failed(StudioError::failed("the map failed by a mistake of ours", help));
    }
    desk.orders.stop();
}

fn fit_and_answer(desk: &Desk) {
    let samples = match desk.material.table.samples() {
        Ok(samples) => samples,
        Err(error) => return desk.failed(error.into()),
    };
    let mut engine = Engine::open(&samples, desk.material.seed);
    let orders = &desk.orders;
    let (mut fitted, mut prepared) = (None::<Fitted>, false);
    loop {
        let has_more = !prepared || fitted.as_ref().is_some_and(|own| !own.detailed);
        match orders.next(!has_more) {
            Order::Stop => return,
            Order::Job(job) => _ = orders.run(desk, What::Job, || job(&mut engine)),
            Order::Fit => {
                let (labels, settings) = desk.to_learn();
                let same = |own: &Fitted| own.labels == labels && own.settings == settings;
                if fitted.as_ref().is_some_and(same) {
                    desk.well();
                } else {
                    // What no label changes is never thrown away, so it is not part of what may be stopped.
                    let needs_views = labels.present_classes().len() > 1;
                    if needs_views && settings.method == Auto::NAME && !prepared {
                        let made = orders.run(desk, What::Prepare, || engine.prepare());
                        prepared = true;
                        if let Some(Err(error)) = made {
                            desk.failed(error);
                            continue;
                        }
                    }
                    let since = Instant::now();
                    let fit = || engine.fit(&labels, &settings);
                    match orders.run(desk, What::Fit, fit) {
                        None => continue,
                        Some(Err(error)) => desk.failed(error),
                        Some(Ok(fit)) => {
                            let fit = Arc::new(fit);
                            desk.show(fit.clone(), since.elapsed());
                            fitted = Some(Fitted { fit, labels, settings, detailed: false });
                        }
                    }
                }
                desk.suggest(&engine);
            }
            Order::Nothing => match fitted.as_mut().filter(|own| !own.detailed) {
                Some(own) => {
                    let details = || engine.details(&own.fit, &own.labels);
                    // Details that cannot be made are left out: the fit stands.
                    if let Some(details) = orders.run(desk, What::Details, details) {
                        own.detailed = true;
                        desk.detail(details.unwrap_or_default());
                    } else {
                        // Newer labels have details of their own, if any.
                        own.detailed = true;
                    }
                }
                None => {
                    prepared = true;
                    // Who needs it will be told what is wrong.
                    orders.run(desk, What::Prepare, || engine.prepare());
                }
            },
        }
    }
}

/// What the last fit was made of.
struct Fitted {
    fit: Arc<Fit>,
    labels: Labels,
    settings: Settings,
    detailed: bool,
}
