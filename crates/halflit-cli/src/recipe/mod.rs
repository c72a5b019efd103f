//! From options to what the library is asked.

mod dimension;
mod parameters;
mod search;

use halflit::evaluation::Plan;
use halflit::learner::{Custom, Kind, LearnerInfo};
use halflit::{AnyLearner, Auto, Kernel, Metric, Reduction, SpaceChoice};

pub(crate) use self::dimension::{for_a_picture, of_dimension, settled, space_for_fit};
use self::parameters::{all_given, set, space_strays, strays};
pub(crate) use self::search::grid;
use self::search::search;
use crate::args::{
    CustomOptions, GridOptions, Learner, LearnerOptions, Method, NumberOrAuto, ParameterOptions,
    SpaceOptions,
};
use crate::failure::{Failure, Outcome};

/// A method that has most parameters, to name in advice.
const EXAMPLE: &str = "ss-lfda";

/// What the options ask for: one that means nothing to the method is refused.
pub(crate) fn plan(options: &Learner, seed: u64) -> Outcome<Plan> {
    match &options.method {
        Method::Auto => auto(&options.options, &GridOptions::default()).map(Plan::Auto),
        Method::Learner(learner) => {
            let lists = GridOptions::default();
            reduction(learner, &options.options, &lists, seed).map(Plan::Reduction)
        }
    }
}

/// The default method, which has no parameter but the number of axes and its views.
fn auto(options: &LearnerOptions, lists: &GridOptions) -> Outcome<Auto> {
    match auto_strays(options, lists).into_iter().next() {
        None => Ok(with_views(options)),
        Some(option @ "scale") => Err(Failure::usage(
            format!("auto has no use for --{option}"),
            "leave it out: auto looks at columns both as they come and standardised",
        )),
        Some(option) => Err(Failure::usage(
            format!("auto has no parameter for --{option}"),
            format!("leave it out, or name a method that has it, such as --method {EXAMPLE}"),
        )),
    }
}

/// What was given and means nothing to the default.
fn auto_strays(options: &LearnerOptions, lists: &GridOptions) -> Vec<&'static str> {
    let given = space_strays(&options.space).into_iter().chain(all_given(options, lists));
    given.filter(|option| *option != "views").collect()
}

fn with_views(options: &LearnerOptions) -> Auto {
    let breadth = options.parameters.views.unwrap_or_default();
    Auto { dimension: options.space.dim, breadth }
}

/// What the options ask of a learner: a parameter that it does not have is refused.
pub(crate) fn reduction(
    method: &AnyLearner,
    options: &LearnerOptions,
    lists: &GridOptions,
    seed: u64,
) -> Outcome<Reduction<AnyLearner>> {
    check_distances(&options.parameters)?;
    let mut learner = mixed(method, options)?;
    match strays(&mut learner, options, lists).first() {
        Some(option) => Err(refused(&learner, option)),
        None => with_parameters(learner, options, lists, seed),
    }
}

/// Likewise of some methods: a parameter is for those that have it, and refused where none has.
pub(crate) fn plans(
    methods: &[Method],
    options: &LearnerOptions,
    lists: &GridOptions,
    seed: u64,
) -> Outcome<Vec<Plan>> {
    check_distances(&options.parameters)?;
    let mut strays_of_all = Vec::new();
    let mut plans = Vec::new();
    for method in methods {
        match method {
            Method::Auto => {
                if options.space.kernel == Some(Kernel::Precomputed {}) {
                    return Err(Failure::usage(
                        "auto does not go with --kernel precomputed",
                        "leave one of them out: auto makes its kernel of the rows",
                    ));
                }
                strays_of_all.push(auto_strays(options, lists));
                plans.push(Plan::Auto(with_views(options)));
            }
            Method::Learner(learner) => {
                let mut learner = mixed(learner, options)?;
                strays_of_all.push(strays(&mut learner, options, lists));
                plans.push(Plan::Reduction(with_parameters(learner, options, lists, seed)?));
            }
        }
    }
    let strays = strays_of_all;
    let of_all = |option: &&&str| strays.iter().all(|own| own.contains(option));
    if let Some(option) = strays.first().and_then(|first| first.iter().find(of_all)) {
        return Err(Failure::usage(
            format!("none of the methods compared has a parameter for --{option}"),
            "leave it out, or add a method that has it: see 'halflit methods --json'",
        ));
    }
    Ok(plans)
}

/// A learner with all that was given for it, in its space, with what is searched.
fn with_parameters(
    mut learner: AnyLearner,
    options: &LearnerOptions,
    lists: &GridOptions,
    seed: u64,
) -> Outcome<Reduction<AnyLearner>> {
    set(&mut learner, &options.parameters)?;
    halflit::Learner::check(&learner)?;
    let space = &options.space;
    let reduction = Reduction {
        weights: space.weights,
        ridge: space.ridge,
        space: self::space(space),
        seed,
        ..Reduction::new(learner, space.dim.unwrap_or(2))
    };
    Ok(Reduction { search: search(&reduction, &options.parameters, lists)?, ..reduction })
}

/// What is done to the samples first.
pub(crate) fn space(options: &SpaceOptions) -> SpaceChoice {
    SpaceChoice {
        scaling: options.scale.unwrap_or_default(),
        kernel: options.kernel.clone(),
        kernel_rank: options.kernel_rank,
        negative_eigenvalues: options.negative_eigenvalues,
        pca_first: options.pca_first.unwrap_or_default(),
    }
}

/// The method; a mix with the parts that were asked for. Its γ and α are there even where no part uses them.
fn mixed(method: &AnyLearner, options: &LearnerOptions) -> Outcome<AnyLearner> {
    if method.info().kind != Kind::Custom {
        return Ok(method.clone());
    }
    let (CustomOptions { label_cost, unlabel_cost }, given) =
        (options.custom.clone(), &options.parameters);
    let default = Custom::default();
    let constraint = given.constraint.as_ref().map(|name| name.mixed.clone()).transpose()?;
    let number = |given: Option<NumberOrAuto>| given.and_then(NumberOrAuto::number);
    let mix = Custom {
        label: label_cost.unwrap_or(default.label),
        unlabel: unlabel_cost.unwrap_or(default.unlabel),
        constraint: constraint.unwrap_or(default.constraint),
        gamma: number(given.gamma).unwrap_or(default.gamma),
        alpha: number(given.alpha).unwrap_or(default.alpha),
    };
    Ok(mix.into())
}

/// An option that means nothing to a method.
fn refused(learner: &AnyLearner, option: &str) -> Failure {
    let LearnerInfo { name, kind, .. } = learner.info();
    if let "label-cost" | "unlabel-cost" = option {
        let help = format!("use --method custom, or leave out --{option}");
        return Failure::usage(format!("--{option} goes with --method custom"), help);
    }
    let known = match learner.parameter_names().join(", ") {
        known if known.is_empty() => "none".into(),
        known => known,
    };
    match kind {
        Kind::Custom => Failure::usage(
            format!("the parts of this mix have no use for --{option}"),
            "leave it out, or mix other parts with --label-cost and --unlabel-cost",
        ),
        _ => Failure::usage(
            format!("{name} has no parameter for --{option}"),
            format!("leave out --{option}; {name} has {known}"),
        ),
    }
}

/// Distances are looked up where they are given, and given where they are looked up.
fn check_distances(options: &ParameterOptions) -> Outcome {
    match (options.metric == Some(Metric::Precomputed), options.distances.is_some()) {
        (true, false) => Err(Failure::usage(
            "--metric precomputed has no distances to look up",
            "give a table of them with --distances FILE",
        )),
        (false, true) => Err(Failure::usage(
            "--distances goes with --metric precomputed",
            "add --metric precomputed, or leave out --distances",
        )),
        _ => Ok(()),
    }
}
