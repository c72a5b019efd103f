//! `halflit fit`: learn a map and write it.

use std::collections::HashSet;
use std::path::Path;

use halflit::choose::{Found, Search};
use halflit::{Auto, Dataset, Model, Space, Views};
use halflit_io::Table;
use halflit_report::pictures;
use serde_json::json;

use crate::args::{Fit, Global, Pictures};
use crate::commands::transform::map;
use crate::failure::Outcome;
use crate::printer::{Printer, short};
use crate::progress::Progress;
use crate::recipe::Plan;
use crate::report::{self, Placed, Story};
use crate::target::Target;
use crate::{caution, data, files, questions, recipe, show};

pub(crate) fn run(options: &Fit, global: &Global) -> Outcome {
    let printer = Printer::new(global);
    let target = target(options, global)?;
    let plan = recipe::plan(&options.learner, global.seed)?;
    let table = data::read(&options.data, global)?;
    questions::scales(
        std::slice::from_ref(&plan),
        &options.learner.options.space,
        &table,
        &printer,
    );
    let distances = options.learner.options.parameters.distances.as_deref();
    let dataset = data::dataset(&table, &options.data, distances)?;
    let plan = for_a_picture(plan, &options.pictures, &dataset);
    let fitted = Fitted::new(&plan, &dataset, &table, global)?;
    fitted.write_model(options.model.as_deref(), options.pictures.force, &printer)?;
    if target.is_some() || options.pictures.any() {
        let placed = Placed::new(&fitted.model, dataset.samples())?;
        fitted.write_pictures(&options.pictures, &placed, &printer)?;
        if let Some(target) = &target {
            target.write(map(&placed.points, &table), "the map", global)?;
        }
    }
    if target.is_some_and(|target| target.is_stdout()) {
        return Ok(());
    }
    fitted.summary(&printer)?;
    if options.model.is_none() && options.output.is_none() && !options.pictures.any() {
        printer.say("nothing was kept: --model keeps the model, --output the map, --report a page");
    }
    Ok(())
}

/// A picture has two axes: where nobody said how many, auto gets a second one for two classes.
fn for_a_picture(plan: Plan, pictures: &Pictures, data: &Dataset<'_>) -> Plan {
    let labels = data.labels();
    let classes = labels.present_classes().len();
    match plan {
        Plan::Auto(Auto { dimension: None })
            if pictures.any() && classes == 2 && different_labeled_rows(data) > 2 =>
        {
            Plan::Auto(Auto { dimension: Some(2) })
        }
        plan => plan,
    }
}

/// As many rows span one axis less.
fn different_labeled_rows(data: &Dataset<'_>) -> usize {
    let bits = |row: usize| -> Vec<u64> {
        data.samples().row(row).iter().map(|value| value.to_bits()).collect()
    };
    data.labels().labeled_rows().into_iter().map(bits).collect::<HashSet<_>>().len()
}

/// Refuses before any work what could not be written after it.
fn target(options: &Fit, global: &Global) -> Outcome<Option<Target>> {
    let output = options.output.as_deref();
    let distances = options.learner.options.parameters.distances.as_deref();
    let inputs = options.data.files(&[distances]);
    check_outputs(&options.pictures, &[options.model.as_deref(), output], &inputs)?;
    let target = |path| Target::at(path, options.output_format, options.pictures.force, global);
    options.output.as_deref().map(target).transpose()
}

/// Refuses before any work what could not be written after it.
pub(crate) fn check_outputs(
    pictures: &Pictures,
    others: &[Option<&Path>],
    inputs: &[&Path],
) -> Outcome {
    let own = [pictures.report.as_deref(), pictures.picture.as_deref()];
    files::check_free(&[&own, others].concat(), inputs, pictures.force)?;
    pictures.picture.as_deref().map_or(Ok(()), |path| files::picture_kind(path).map(drop))
}

/// A model and how it came about.
pub(crate) struct Fitted<'f> {
    plan: &'f Plan,
    data: &'f Dataset<'f>,
    pub(crate) model: Model,
    pub(crate) found: Option<Found>,
}

impl<'f> Fitted<'f> {
    /// Learns the map, with a line on what was chosen; how columns became features goes with it.
    pub(crate) fn new(
        plan: &'f Plan,
        data: &'f Dataset<'f>,
        table: &Table,
        global: &Global,
    ) -> Outcome<Self> {
        let printer = Printer::new(global);
        printer.say(show::headline(plan, data));
        if let Some(reduction) = plan.reduction() {
            caution::size(reduction, data, &printer);
        }
        let (mut model, found) = learned(plan, data, global)?;
        if let Some(line) = plan.reduction().and_then(|own| show::choice(found.as_ref(), own)) {
            printer.say(line);
        }
        for reason in found.iter().flat_map(|found| found.scores.skipped()) {
            printer.detail(format!("a fold was left out because {reason}"));
        }
        model = model.with_encoding(table.encoding.clone())?;
        Ok(Self { plan, data, model, found })
    }

    /// The model, if it was asked for.
    pub(crate) fn write_model(
        &self,
        path: Option<&Path>,
        force: bool,
        printer: &Printer<'_>,
    ) -> Outcome {
        let Some(path) = path else { return Ok(()) };
        files::write_model(path, &self.model, force)?;
        printer.wrote("the model", path);
        Ok(())
    }

    /// The picture and the page of the mapped rows, if they were asked for.
    pub(crate) fn write_pictures(
        &self,
        pictures: &Pictures,
        placed: &Placed,
        printer: &Printer<'_>,
    ) -> Outcome {
        let (model, data) = (&self.model, self.data);
        let title =
            format!("{} in {}", model.recipe().learner, show::dimensions(model.dimension()));
        let embedding = report::embedding(model, placed, data.labels());
        if let Some(path) = &pictures.picture {
            let picture = pictures::embedding(&embedding, &title)?;
            files::write_picture(path, &picture, pictures.force)?;
            printer.wrote("the picture", path);
        }
        if let Some(path) = &pictures.report {
            let (summary, found, accuracy) = (self.sentences(), self.found.as_ref(), None);
            let story = Story { title, summary, model, data, embedding, found, accuracy };
            files::write_page(path, &story.report()?, pictures.force)?;
            printer.wrote("the report", path);
        }
        Ok(())
    }

    fn sentences(&self) -> Vec<String> {
        let labels = self.data.labels();
        let first = format!(
            "{} rows of {} columns, {} of them labeled, reduced to {} by {}.",
            labels.len(),
            self.data.samples().columns(),
            labels.labeled_rows().len(),
            show::dimensions(self.model.dimension()),
            self.model.recipe().learner
        );
        let choice = self.found.as_ref().and_then(|found| {
            let tried = found.scores.settings.len();
            let reduction = self.plan.reduction()?;
            Some(format!("Of {tried} tried, {}.", show::choice(Some(found), reduction)?))
        });
        std::iter::once(first).chain(choice).collect()
    }

    fn summary(&self, printer: &Printer<'_>) -> Outcome {
        let model = &self.model;
        let json = || {
            let mut value = show::model_json(model);
            value["cross_validation"] = json!(self.found.as_ref().map(|found| found.best));
            value
        };
        printer.result(json, || {
            let eigenvalues = model.eigenvalues().iter().map(|value| short(*value));
            let mut shown = eigenvalues.take(10).collect::<Vec<_>>().join(", ");
            if model.eigenvalues().len() > 10 {
                shown += ", …";
            }
            let mut pairs = show::parameters(model);
            pairs.push(("eigenvalues".into(), shown));
            pairs.extend(show::diagnostics(model));
            show::pairs_text(&pairs)
        })
    }
}

/// The model, in a space that is made once, with progress.
fn learned(plan: &Plan, data: &Dataset<'_>, global: &Global) -> Outcome<(Model, Option<Found>)> {
    let reduction = match plan {
        Plan::Reduction(reduction) => reduction,
        Plan::Auto(auto) => {
            let views = || Views::of(data.samples());
            let views = Progress::while_running("looking at the rows", None, global, views)?;
            let fit = || auto.fit_in(&views, data.labels());
            return Ok((Progress::while_running("fitting", None, global, fit)?, None));
        }
    };
    let space = Progress::while_running("preparing", None, global, || {
        Space::of(data.samples(), &reduction.space)
    })?;
    if reduction.search == Search::Fixed {
        let expected = caution::expected(reduction, data);
        let fit = || reduction.fit_in(&space, data, &|_, _| {});
        return Ok(Progress::while_running("fitting", expected, global, fit)?);
    }
    let progress = Progress::new("tuning", global);
    Ok(reduction.fit_in(&space, data, &|done, total| progress.at(done, total))?)
}
