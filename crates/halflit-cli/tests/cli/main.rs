//! The real `halflit`, run as a person would.

mod bad_inputs;
mod behaviour;
mod columns;
mod compare_and_tune;
mod demo;
mod documents;
mod dry_run;
mod edges;
mod formats;
mod help;
mod labels;
mod maps;
mod methods;
mod models;
mod outputs;
mod plots;
mod reproduce;
mod same_everywhere;
mod sparse;
mod studio;
mod suggest;
mod tables;
mod texts;
mod weights;
mod world;
