//! What the page's code needs to draw the map, as JSON. Colours and shapes are decided here, so that
//! the page and the pictures agree.

use super::marker::styled;
use crate::data::{Embedding, Feature};
use crate::number::rounded;
use crate::palette::look;
use crate::pictures::classes;
use serde_json::{Value, json};

/// Classes as numbers, -1 for none; coordinates axis by axis, which makes choosing axes cheap.
pub(super) fn points(embedding: &Embedding) -> Value {
    let classes = classes(embedding);
    let number = |label: &Option<String>| {
        label.as_ref().and_then(|name| classes.number(name)).map_or(-1, |number| number as i64)
    };
    let numbers = |labels: &[Option<String>]| labels.iter().map(number).collect::<Vec<_>>();
    let axis = |axis: usize| embedding.points.iter().map(|p| rounded(p[axis])).collect();
    let feature = |feature: &Feature| {
        let values: Vec<f64> = feature.values.iter().map(|value| rounded(*value)).collect();
        json!({ "name": feature.name, "values": values })
    };
    let styles = classes.names.iter().enumerate().map(|(i, name)| styled(name, look(i)));
    json!({
        "axes": (0..embedding.axes()).map(axis).collect::<Vec<Vec<f64>>>(),
        "axisNames": (0..embedding.axes()).map(|axis| embedding.axis_name(axis)).collect::<Vec<_>>(),
        "labels": numbers(&embedding.labels),
        "predicted": numbers(&embedding.predicted),
        "names": embedding.row_names,
        "classes": styles.collect::<Vec<_>>(),
        "texts": embedding.texts,
        "features": embedding.features.iter().map(feature).collect::<Vec<_>>(),
    })
}
