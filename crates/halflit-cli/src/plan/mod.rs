//! From options to the library's plan.

mod parameters;
mod search;
mod strays;

use halflit::learner::{Custom, Kind};
use halflit::{Kernel, Method, Metric, Plan, RidgeChoice, RidgeRule, SpaceChoice};

use self::strays::Stray;
use crate::args::{
    CustomOptions, GridOptions, LearnerOptions, NumberOrAuto, ParameterOptions, SpaceOptions,
};
use crate::failure::{CommandResult, Failure};

/// What was asked for, whatever the method: everything about a learner, values to try, and a seed.
#[derive(Clone, Copy)]
pub(crate) struct Options<'o> {
    pub(crate) learner: &'o LearnerOptions,
    pub(crate) lists: &'o GridOptions,
    pub(crate) seed: u64,
}

impl Options<'_> {
    /// The plan of a method. An option that means nothing to it is refused.
    pub(crate) fn plan(&self, method: &Method) -> CommandResult<Plan> {
        let (plan, strays) = self.read(method)?;
        if let Some(stray) = strays.first() {
            return Err(stray.refused(&plan.method));
        }
        plan.check()?;
        Ok(plan)
    }

    /// The plans of several methods: an option is for those that it means something to, and refused where there is none.
    pub(crate) fn plans(&self, methods: &[Method]) -> CommandResult<Vec<Plan>> {
        check_kernel_matrix(methods, &self.learner.space)?;
        let read = methods.iter().map(|method| self.read(method));
        let read = read.collect::<CommandResult<Vec<_>>>()?;
        let (plans, strays): (Vec<Plan>, Vec<Vec<Stray>>) = read.into_iter().unzip();
        let of_all = |stray: &&Stray| strays.iter().all(|own| own.contains(stray));
        if let Some(stray) = strays.iter().flatten().find(of_all) {
            return Err(stray.refused_by_all());
        }
        plans.iter().try_for_each(Plan::check)?;
        Ok(plans)
    }

    /// The plan with all that means something to its method, and what does not.
    fn read(&self, method: &Method) -> CommandResult<(Plan, Vec<Stray>)> {
        check_distances(&self.learner.parameters)?;
        let mut method = self.mixed(method)?;
        let strays = parameters::set(&mut method, self.learner, self.lists)?;
        let plain = Plan {
            dimension: self.learner.space.dim,
            seed: self.seed,
            search: search::search(&method, &self.learner.parameters, self.lists),
            ..Plan::new(method)
        };
        let plan = in_space(plain.clone(), &self.learner.space);
        // The default has no space of its own choosing, and says which part of one it does not know.
        match (&plan.method, plan.check()) {
            (Method::Auto(_), Err(halflit::Error::UnknownParameter { parameter, .. })) => {
                let own = Stray::of_parameter(&parameter);
                Ok((plain, std::iter::once(own).chain(strays).collect()))
            }
            _ => Ok((plan, strays)),
        }
    }

    /// The method; a mix with the parts that were asked for. Its γ and α are there even where no part uses them.
    fn mixed(&self, method: &Method) -> CommandResult<Method> {
        if method.info().kind != Kind::Custom {
            return Ok(method.clone());
        }
        let LearnerOptions { custom, parameters: given, .. } = self.learner;
        let CustomOptions { label_cost, unlabel_cost } = custom.clone();
        let (default, number) = (Custom::default(), NumberOrAuto::given);
        let constraint = given.constraint.as_ref().map(|name| name.mixed.clone()).transpose()?;
        let mix = Custom {
            label: label_cost.unwrap_or(default.label),
            unlabel: unlabel_cost.unwrap_or(default.unlabel),
            constraint: constraint.unwrap_or(default.constraint),
            gamma: number(given.gamma).unwrap_or(default.gamma),
            alpha: number(given.alpha).unwrap_or(default.alpha),
        };
        Ok(mix.into())
    }
}

/// The plan with what is done to the samples first, and to the axes.
fn in_space(plan: Plan, options: &SpaceOptions) -> Plan {
    let space = SpaceChoice {
        scaling: options.scale.unwrap_or_default(),
        kernel: options.kernel.clone(),
        kernel_rank: options.kernel_rank,
        negative_eigenvalues: options.negative_eigenvalues,
        pca_first: options.pca_first.unwrap_or_default(),
    };
    let ridge = options.ridge.map_or(RidgeRule::default().into(), RidgeChoice::Given);
    Plan { weights: options.weights, ridge, space, ..plan }
}

/// Distances are looked up where they are given, and given where they are looked up.
fn check_distances(options: &ParameterOptions) -> CommandResult {
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

/// Of a kernel matrix nothing but the kernel is known, so that the default has nothing to look at.
fn check_kernel_matrix(methods: &[Method], space: &SpaceOptions) -> CommandResult {
    let auto = methods.iter().any(|method| method.learner().is_none());
    match auto && space.kernel == Some(Kernel::Precomputed {}) {
        true => Err(Failure::usage(
            "auto does not go with --kernel precomputed",
            "leave one of them out: auto makes its kernel of the rows",
        )),
        false => Ok(()),
    }
}
