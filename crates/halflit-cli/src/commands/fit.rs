//! `halflit fit`: learn a map and write it.

use std::path::Path;

use halflit::choose::Found;
use halflit::evaluation::{Check, Plan};
use halflit::{Dataset, Model, Shape, Space, Views};
use halflit_io::Table;
use halflit_report::pictures;
use serde_json::json;

use crate::args::{Fit, Global, Pictures};
use crate::commands::transform::map;
use crate::failure::Outcome;
use crate::printer::{Printer, short};
use crate::progress::Progress;
use crate::report::{self, Placed, Story};
use crate::target::Target;
use crate::{caution, check, data, dry_run, files, questions, recipe, show};

pub(crate) fn run(options: &Fit, global: &Global) -> Outcome {
    let printer = Printer::new(global);
    let target = target(options, global)?;
    let plan = recipe::plan(&options.learner, global.seed)?;
    if options.dry_run {
        let shape = data::shape(&options.data, &options.weight, global)?;
        let plan = recipe::of_dimension(plan, options.learner.options.space.dim, &shape);
        return dry_run::tell(&plan, &shape, !options.no_check, global);
    }
    let (table, weights) = data::read_weighed(&options.data, &options.weight, global)?;
    caution::page(&options.pictures, table.rows)?;
    questions::scales(
        std::slice::from_ref(&plan),
        &options.learner.options.space,
        &table,
        &printer,
    );
    let distances = options.learner.options.parameters.distances.as_deref();
    let dataset = data::dataset(&table, &options.data, distances, weights)?;
    let given = options.learner.options.space.dim;
    let plan = match options.pictures.any() {
        true => recipe::for_a_picture(plan, given, &dataset),
        false => plan,
    };
    let fitted = Fitted::new(plan, given, &dataset, &table, !options.no_check, global)?;
    fitted.write_model(options.model.as_deref(), options.pictures.force, &printer)?;
    if target.is_some() || options.pictures.any() {
        let place = || Placed::new(&fitted.model, dataset.samples());
        let placed = Progress::while_running("mapping", global, place)?;
        fitted.write_pictures(&options.pictures, &placed, &table, &printer)?;
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
    pictures.report.as_deref().map_or(Ok(()), files::check_page)?;
    pictures.picture.as_deref().map_or(Ok(()), |path| files::picture_kind(path).map(drop))
}

/// A model and how it came about.
pub(crate) struct Fitted<'f> {
    plan: Plan,
    data: &'f Dataset<'f>,
    pub(crate) model: Model,
    pub(crate) found: Option<Found>,
    /// What held-out labels say, where it was asked.
    pub(crate) check: Option<Check>,
}

impl<'f> Fitted<'f> {
    /// Learns the map, with a line on what was chosen; how columns became features goes with it.
    pub(crate) fn new(
        plan: Plan,
        given: Option<usize>,
        data: &'f Dataset<'f>,
        table: &Table,
        checked: bool,
        global: &Global,
    ) -> Outcome<Self> {
        let printer = Printer::new(global);
        printer.say(show::headline(&plan, given, data));
        if let Some(reduction) = plan.reduction() {
            caution::size(reduction, data, &printer);
        }
        dry_run::check_memory(&plan, &Shape::of(data))?;
        let (plan, mut model, found, check) = learned(plan, given, data, checked, global)?;
        if let Some(line) = plan.reduction().and_then(|own| show::choice(found.as_ref(), own)) {
            printer.say(line);
        }
        for reason in found.iter().flat_map(|found| found.scores.skipped()) {
            printer.detail(format!("a fold was left out because {reason}"));
        }
        for words in model.diagnostics().cautions() {
            printer.warn(words, "see the diagnostics of the model: 'halflit inspect'");
        }
        if let Some(check) = &check {
            printer.say(check::sentence(check));
            if let Some(words) = check.caution() {
                let help = "compare methods with 'halflit compare', label more rows, or look at the columns";
                printer.warn(words, help);
            }
        }
        model = model.with_encoding(table.encoding.clone())?;
        Ok(Self { plan, data, model, found, check })
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
        table: &Table,
        printer: &Printer<'_>,
    ) -> Outcome {
        let (model, data) = (&self.model, self.data);
        let title =
            format!("{} in {}", model.recipe().learner, show::dimensions(model.dimension()));
        let embedding = report::embedding(model, placed, data.labels(), table);
        if let Some(path) = &pictures.picture {
            let picture = pictures::embedding(&embedding, &title)?;
            files::write_picture(path, &picture, pictures.force)?;
            printer.wrote("the picture", path);
        }
        if let Some(path) = &pictures.report {
            let (summary, found, accuracy) = (self.sentences(), self.found.as_ref(), None);
            let story = Story { title, summary, model, data, placed, embedding, found, accuracy };
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
        let check = self.check.as_ref().map(|own| format!("{}.", check::sentence(own)));
        std::iter::once(first).chain(choice).chain(check).collect()
    }

    fn summary(&self, printer: &Printer<'_>) -> Outcome {
        let model = &self.model;
        let json = || {
            let mut value = show::model_json(model);
            value["cross_validation"] =
                json!(self.found.as_ref().map(|found| json!({ "setting": found.best.setting })));
            value["held_out"] = json!(self.check.as_ref().map(check::to_json));
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

/// What was fitted in the end, the model, what was chosen for it, and what held-out labels say.
type Learned = (Plan, Model, Option<Found>, Option<Check>);

/// The model, in a space that is made once, with progress.
fn learned(
    plan: Plan,
    given: Option<usize>,
    data: &Dataset<'_>,
    checked: bool,
    global: &Global,
) -> Outcome<Learned> {
    match plan {
        Plan::Auto(auto) => {
            let fit = || -> halflit::Result<_> {
                let views = Views::with(data.samples(), auto.breadth)?;
                let model = auto.fit_in(&views, data.labels())?;
                Ok((views, model))
            };
            let (views, model) = Progress::while_running("fitting", global, fit)?;
            let check = checked.then(|| check::of_auto(&views, &auto, data, global)).flatten();
            Ok((Plan::Auto(auto), model, None, check))
        }
        Plan::Reduction(reduction) => {
            let fit = || -> halflit::Result<_> {
                let choice = recipe::space_for_fit(&reduction, given, data);
                let mut space = Space::of(data.samples(), &choice)?;
                let reduction = recipe::settled(&reduction, given, &space, data.labels());
                let (model, found) = reduction.fit_in(&space, data)?;
                // What is checked is compared with the rows in the whole space.
                if checked && choice != reduction.space {
                    space = Space::of(data.samples(), &reduction.space)?;
                }
                Ok((space, reduction, model, found))
            };
            let (space, reduction, model, found) = Progress::while_running("fitting", global, fit)?;
            let check = || check::of_reduction(&space, &reduction, found.as_ref(), data, global);
            let check = checked.then(check).flatten();
            Ok((Plan::Reduction(reduction), model, found, check))
        }
    }
}
