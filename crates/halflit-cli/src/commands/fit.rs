//! `halflit fit`: learn a map and write it.

use std::path::Path;

use halflit::choose::Selection;
use halflit::evaluation::Check;
use halflit::{Dataset, Fit, Labels, Layout, LayoutChoice, Plan, Prepared, Shape};
use halflit_io::Table;
use halflit_report::pictures;
use serde_json::json;

use crate::args::{self, Global, GridOptions, PictureOf, Pictures};
use crate::commands::transform::map;
use crate::failure::CommandResult;
use crate::plan::Options;
use crate::printer::Printer;
use crate::progress::Progress;
use crate::report::{self, Mapping, Story};
use crate::summary::{self, CheckRows};
use crate::target::Target;
use crate::{caution, check, data, dry_run, files, questions, show};

pub(crate) fn run(options: &args::Fit, global: &Global) -> CommandResult {
    let printer = Printer::new(global);
    let target = target(options, global)?;
    let (learner, lists) = (&options.learner.options, &GridOptions::default());
    let asked = Options { learner, lists, seed: global.seed };
    let mut plan = asked.plan(&options.learner.method)?;
    if options.dry_run {
        let shape = data::shape(&options.data, &options.weight, &plan, global)?;
        return dry_run::tell(&plan, &shape, !options.no_check, global);
    }
    let (table, weights) =
        data::read_weighed(&options.data, &options.keep, &options.weight, global)?;
    let table = data::suited(table, std::slice::from_ref(&plan));
    questions::which_label(std::slice::from_ref(&plan), &options.data, &table)?;
    caution::page(&options.pictures, table.rows)?;
    questions::scales(std::slice::from_ref(&plan), &learner.space, &table, &printer);
    let distances = learner.parameters.distances.as_deref();
    let dataset = data::dataset(&table, &options.data, distances, weights)?;
    if options.pictures.any() {
        plan = plan.for_picture(&dataset);
    }
    let mut account = Account::new(&plan, &dataset, &table, !options.no_check, global)?;
    if options.pictures.any() && wants_layout(options.picture_of, &dataset) {
        account.lay_out(global)?;
    }
    if target.is_some() {
        let axes = (1..=account.fit.model.dimension()).map(|j| format!("z{j}"));
        data::check_kept(&table, axes.chain(["row", "label"].map(str::to_owned)))?;
    }
    if target.is_some() || options.pictures.any() || !table.checks.is_empty() {
        let mapping = account.mapping(global)?;
        account.check_rows = CheckRows::of(&table.checks, &account.fit.model, mapping.classes());
        account.write_pictures(&options.pictures, &mapping, &table, &printer)?;
        if let Some(target) = &target {
            target.write(map(&mapping.points, &table), "the map", global)?;
        }
    }
    account.write_model(options.model.as_deref(), options.pictures.force, &printer)?;
    if target.is_some_and(|target| target.is_stdout()) {
        account.say_accuracy(&printer);
        return Ok(());
    }
    account.summary(&printer)?;
    printer.say(next(options, &account));
    Ok(())
}

/// Two axes show three classes, and no more.
fn wants_layout(asked: Option<PictureOf>, data: &Dataset<'_>) -> bool {
    let many = data.labels().present_classes().len() > 3;
    asked.map_or(many, |asked| asked == PictureOf::Layout)
}

/// What can be done with what was learned, and how to make it better.
fn next(options: &args::Fit, account: &Account<'_>) -> String {
    let kept = options.model.is_some() || options.output.is_some() || options.pictures.any();
    let with_model = match &options.model {
        None if !kept => {
            "nothing was kept: --model keeps the model, --output the map, --report a page"
        }
        Some(_) if !account.fit.model.classes().is_empty() => {
            "next: 'halflit predict' labels other rows with the model"
        }
        Some(_) => "next: 'halflit transform' maps other rows with the model",
        None => "next: --model keeps the model, for other rows",
    };
    match account.labels().labeled_rows().len() < account.labels().len() {
        true => format!("{with_model}; 'halflit suggest' names the rows to label next"),
        false => with_model.to_owned(),
    }
}

/// Refuses before any work what could not be written after it.
fn target(options: &args::Fit, global: &Global) -> CommandResult<Option<Target>> {
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
) -> CommandResult {
    let own = [pictures.report.as_deref(), pictures.picture.as_deref()];
    files::check_free(&[&own, others].concat(), inputs, pictures.force)?;
    pictures.report.as_deref().map_or(Ok(()), files::check_page)?;
    pictures.picture.as_deref().map_or(Ok(()), |path| files::picture_kind(path).map(drop))
}

/// A fit, what held-out labels say about it, and what it was learned from.
pub(crate) struct Account<'f> {
    prepared: Prepared<'f>,
    data: &'f Dataset<'f>,
    pub(crate) fit: Fit,
    /// What held-out labels say, where it was asked.
    pub(crate) check: Option<Check>,
    /// A picture of all rows, where one was asked for.
    layout: Option<Layout>,
    /// What check rows say, where there are some.
    pub(crate) check_rows: Option<CheckRows>,
}

impl<'f> Account<'f> {
    /// Learns the map, with a line on what was chosen; how columns became features goes with it.
    pub(crate) fn new(
        plan: &Plan,
        data: &'f Dataset<'f>,
        table: &Table,
        checked: bool,
        global: &Global,
    ) -> CommandResult<Self> {
        let (printer, shape) = (Printer::new(global), Shape::of(data));
        printer.detail(show::headline(plan, data));
        caution::time(std::slice::from_ref(plan), &shape, &printer);
        dry_run::check_memory(plan, &shape)?;
        let prepared = plan.prepare(data.samples())?;
        let fit = || prepared.fit(data.labels());
        let mut fit = Progress::while_running("fitting", global, fit)?;
        fit.model = fit.model.with_encoding(table.encoding.clone())?;
        let check = match checked {
            true => check::made(&prepared, data.labels(), global)?,
            false => None,
        };
        let account = Self { prepared, data, fit, check, layout: None, check_rows: None };
        account.tell(&printer);
        Ok(account)
    }

    /// Lays all rows out; the model keeps their places.
    fn lay_out(&mut self, global: &Global) -> CommandResult {
        let (fit, labels, choice) = (&self.fit, self.data.labels(), &LayoutChoice::default());
        let make = || match labels.present_classes().len() {
            0 | 1 => self.prepared.layout_of(labels, None, None, choice),
            _ => {
                let placement = self.prepared.placement(fit, None)?;
                self.prepared.layout_of_fit(fit, labels, &placement, choice)
            }
        };
        let layout = Progress::while_running("laying rows out", global, make)?;
        self.fit.model = self.fit.model.clone().with_layout(&layout.points)?;
        self.layout = Some(layout);
        Ok(())
    }

    /// The labels that it was learned from.
    pub(crate) fn labels(&self) -> &Labels {
        self.data.labels()
    }

    /// How open parameters were chosen, where there were some.
    pub(crate) fn choice(&self) -> Option<String> {
        show::choice(self.fit.selection.as_ref(), self.prepared.plan())
    }

    /// How often it is right, where no summary says so.
    pub(crate) fn say_accuracy(&self, printer: &Printer<'_>) {
        self.check.iter().for_each(|own| printer.say(check::sentence(own)));
        self.check_rows.iter().for_each(|own| printer.say(own.sentence()));
    }

    /// What someone should know before trusting it.
    fn tell(&self, printer: &Printer<'_>) {
        let selection = self.fit.selection.as_ref();
        for reason in selection.iter().flat_map(|selection| selection.scores.skipped()) {
            printer.detail(format!("a fold was left out because {reason}"));
        }
        for words in self.fit.model.diagnostics().cautions() {
            printer.warn(words, "see the diagnostics of the model: 'halflit inspect'");
        }
        if let Some(words) = self.check.as_ref().and_then(Check::caution) {
            let help =
                "compare methods with 'halflit compare', label more rows, or look at the columns";
            printer.warn(words, help);
        }
    }

    /// The warnings of [`Account::tell`], for machines.
    fn warnings(&self) -> Vec<String> {
        let of_model = self.fit.model.diagnostics().cautions();
        of_model.into_iter().chain(self.check.as_ref().and_then(Check::caution)).collect()
    }

    /// Where the rows lie, and what they are taken for.
    pub(crate) fn mapping(&self, global: &Global) -> CommandResult<Mapping> {
        let mapping = || Mapping::of_fit(&self.prepared, &self.fit);
        Progress::while_running("mapping", global, mapping)
    }

    /// The model, if it was asked for.
    pub(crate) fn write_model(
        &self,
        path: Option<&Path>,
        force: bool,
        printer: &Printer<'_>,
    ) -> CommandResult {
        let Some(path) = path else { return Ok(()) };
        files::write_model(path, &self.fit.model, force)?;
        printer.wrote("the model", path);
        let held = self.fit.model.compared_rows(false);
        if held > 0 {
            printer.say(format!("the model holds {held} rows of the data as they are"));
        }
        Ok(())
    }

    /// The picture and the page of the mapped rows, if they were asked for.
    pub(crate) fn write_pictures(
        &self,
        pictures: &Pictures,
        mapping: &Mapping,
        table: &Table,
        printer: &Printer<'_>,
    ) -> CommandResult {
        let (model, data) = (&self.fit.model, self.data);
        let title = format!("{} in {}", model.plan().name(), show::dimensions(model.dimension()));
        let layout = self.layout.as_ref();
        let embedding = report::embedding(model, mapping, data.labels(), table, layout);
        if let Some(path) = &pictures.picture {
            let picture = match layout {
                None => pictures::embedding(&embedding, &title)?,
                Some(layout) => {
                    let title = format!("{} rows by {}", table.rows, model.plan().name());
                    pictures::layout(&embedding, &layout.faithfulness.to_string(), &title)?
                }
            };
            files::write_picture(path, &picture, pictures.force)?;
            printer.wrote("the picture", path);
        }
        if let Some(path) = &pictures.report {
            let (summary, selection) = (self.sentences(), self.fit.selection.as_ref());
            let accuracy = None;
            let story =
                Story { title, summary, model, data, mapping, embedding, selection, accuracy };
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
            show::dimensions(self.fit.model.dimension()),
            self.fit.plan.name()
        );
        let choice = self.fit.selection.as_ref().and_then(|selection| {
            let tried = selection.scores.settings.len();
            Some(format!("Of {tried} tried, chose {}.", self.choice()?))
        });
        let check = self.check.as_ref().map(|own| format!("{}.", check::sentence(own)));
        let rows = self.check_rows.map(|own| format!("{}.", own.sentence()));
        let picture = self.layout.as_ref().map(|own| format!("Picture: {}.", own.faithfulness));
        let found = choice.into_iter().chain(check).chain(rows).chain(picture);
        std::iter::once(first).chain(found).collect()
    }

    fn summary(&self, printer: &Printer<'_>) -> CommandResult {
        let model = &self.fit.model;
        let json = || {
            let mut value = show::model_json(model);
            let setting = |own: &Selection| json!({ "setting": own.best.setting });
            value["cross_validation"] = json!(self.fit.selection.as_ref().map(setting));
            value["held_out"] = json!(self.check.as_ref().map(check::to_json));
            value["check_rows"] = json!(self.check_rows.map(CheckRows::to_json));
            value["warnings"] = json!(self.warnings());
            value
        };
        printer.result(json, || summary::text(self, printer.is_verbose()))
    }
}
