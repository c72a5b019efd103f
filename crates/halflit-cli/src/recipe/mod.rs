//! From options to what the library is asked.

mod parameters;
mod search;

use halflit::learner::{Custom, Kind, LearnerInfo};
use halflit::{AnyLearner, Metric, Reduction, SpaceChoice};

use self::parameters::{set, strays};
pub(crate) use self::search::grid;
use self::search::search;
use crate::args::{
    CustomOptions, GridOptions, Learner, LearnerOptions, NumberOrAuto, ParameterOptions,
};
use crate::failure::{Failure, Outcome};

/// What the options ask of a method: a parameter that it does not have is refused.
pub(crate) fn reduction(
    options: &Learner,
    lists: &GridOptions,
    seed: u64,
) -> Outcome<Reduction<AnyLearner>> {
    check_distances(&options.options.parameters)?;
    let mut learner = mixed(&options.method, &options.options)?;
    match strays(&mut learner, &options.options, lists).first() {
        Some(option) => Err(refused(&learner, option)),
        None => with_parameters(learner, &options.options, lists, seed),
    }
}

/// Likewise of some methods: a parameter is for those that have it, and refused where none has.
pub(crate) fn reductions(
    methods: &[AnyLearner],
    options: &LearnerOptions,
    lists: &GridOptions,
    seed: u64,
) -> Outcome<Vec<Reduction<AnyLearner>>> {
    check_distances(&options.parameters)?;
    let mut learners =
        methods.iter().map(|method| mixed(method, options)).collect::<Outcome<Vec<_>>>()?;
    let strays: Vec<_> =
        learners.iter_mut().map(|learner| strays(learner, options, lists)).collect();
    let of_all = |option: &&&str| strays.iter().all(|own| own.contains(option));
    if let Some(option) = strays.first().and_then(|first| first.iter().find(of_all)) {
        return Err(Failure::usage(
            format!("none of the methods compared has a parameter for --{option}"),
            "leave it out, or add a method that has it: see 'halflit methods --json'",
        ));
    }
    let reduction = |learner| with_parameters(learner, options, lists, seed);
    learners.into_iter().map(reduction).collect()
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
        space: SpaceChoice {
            scaling: space.scale,
            kernel: space.kernel.clone(),
            negative_eigenvalues: space.negative_eigenvalues,
            pca_first: space.pca_first.unwrap_or_default(),
        },
        seed,
        ..Reduction::new(learner, space.dim)
    };
    Ok(Reduction { search: search(&reduction, &options.parameters, lists)?, ..reduction })
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
