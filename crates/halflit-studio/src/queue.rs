//! The questions: in rounds, so that they depend on what was answered and never on how fast.
//!
//! A round is chosen while the one before it is answered, from what was known when that one began. So nobody waits, questions that are
//! there do not change, and the same seed and the same answers give the same questions.

use halflit::suggest::Suggestion;

use crate::desk::{MANY, ToLearn};

/// Questions of the first round, and of each later one.
const ROUNDS: (usize, usize) = (10, 5);
/// Questions of the first round where there are many rows: all of them are read while these are answered.
const FIRST_OF_MANY: usize = 20;

/// The questions that are there, and what the next ones are to be chosen from.
pub(crate) struct Queue {
    /// The open questions of this round.
    current: Vec<Suggestion>,
    /// The next round, once it was chosen.
    next: Option<Vec<Suggestion>>,
    /// What the next round is to be chosen from, until it was.
    due: Option<Round>,
    /// What was known when all questions had an answer, while everybody waits for the next round.
    waiting: Option<ToLearn>,
    /// Questions that have an answer, the latest last.
    answered: Vec<Suggestion>,
}

/// What a round is chosen from.
#[derive(Clone)]
pub(crate) struct Round {
    /// What was known when the round before it began.
    pub(crate) basis: ToLearn,
    /// The rows of that round.
    pub(crate) asked: Vec<usize>,
    pub(crate) count: usize,
}

impl Queue {
    /// Nothing is asked yet.
    pub(crate) fn new(basis: ToLearn) -> Self {
        let count = if basis.labels.len() > MANY { FIRST_OF_MANY } else { ROUNDS.0 };
        let due = Some(Round { basis: basis.clone(), asked: Vec::new(), count });
        let (current, next, answered) = (Vec::new(), None, Vec::new());
        Self { current, next, due, waiting: Some(basis), answered }
    }

    /// All questions, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Suggestion> {
        self.current.iter().chain(self.next.iter().flatten())
    }

    /// What is to be chosen now, if anything is.
    pub(crate) fn due(&self) -> Option<Round> {
        self.due.clone()
    }

    /// Whether there is no question until a round was chosen.
    pub(crate) fn is_waiting(&self) -> bool {
        self.due.is_some() && self.waiting.is_some()
    }

    /// A round was chosen.
    pub(crate) fn chosen(&mut self, round: Vec<Suggestion>, is_open: impl Fn(usize) -> bool) {
        self.due = None;
        let basis = self.waiting.take();
        if round.is_empty() {
            return;
        }
        self.next = Some(round);
        if let Some(basis) = basis {
            self.begin(basis);
        }
        self.drop_answered(is_open);
    }

    /// Something was done: questions with an answer go, and those whose answer was taken back come again. `now` is what is known now.
    pub(crate) fn changed(
        &mut self,
        is_open: impl Fn(usize) -> bool + Copy,
        now: impl FnOnce() -> ToLearn,
    ) {
        self.drop_answered(is_open);
        let open: Vec<Suggestion> = self.answered.extract_if(.., |own| is_open(own.row)).collect();
        self.current.splice(0..0, open);
        if !self.current.is_empty() || self.waiting.is_some() {
            return;
        }
        let basis = now();
        if self.next.is_some() {
            return self.begin(basis);
        }
        // The next round is being chosen, or there was no row left.
        let anew = || Round { basis: basis.clone(), asked: Vec::new(), count: ROUNDS.1 };
        self.due.get_or_insert_with(anew);
        self.waiting = Some(basis);
    }

    /// The next round is this one, and another one is to be chosen.
    fn begin(&mut self, basis: ToLearn) {
        self.current = self.next.take().unwrap_or_default();
        let asked = self.current.iter().map(|own| own.row).collect();
        self.due = Some(Round { basis, asked, count: ROUNDS.1 });
    }

    fn drop_answered(&mut self, is_open: impl Fn(usize) -> bool) {
        for round in [Some(&mut self.current), self.next.as_mut()].into_iter().flatten() {
            self.answered.extend(round.extract_if(.., |own| !is_open(own.row)));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::BTreeSet;

    use halflit::Labels;
    use halflit::suggest::Reason;

    use super::*;
    use crate::session::Settings;

    /// Knows how many labels there are.
    fn known(labels: usize) -> ToLearn {
        let labels = Labels::new((0..99).map(|row| (row < labels).then_some("a")));
        let (classes, settings, taken) = (Vec::new(), Settings::default(), Vec::new());
        ToLearn { labels, classes, settings, taken }
    }

    fn rows(queue: &Queue) -> Vec<usize> {
        queue.iter().map(|own| own.row).collect()
    }

    /// What a user is asked who is so many answers ahead of what chooses: rows tell how many labels were known.
    fn asked(slow: bool) -> Vec<usize> {
        let answered: RefCell<BTreeSet<usize>> = RefCell::default();
        let mut queue = Queue::new(known(0));
        let mut questions = Vec::new();
        let choose = |queue: &mut Queue| {
            while let Some(round) = queue.due() {
                let known = round.basis.labels.labeled_rows().len();
                let row = |i: usize| 1000 * (known + 1) + 100 * round.asked.len() + i;
                let reason = || Reason::Typical { of: 1 };
                let round = (0..round.count).map(|i| Suggestion { row: row(i), reason: reason() });
                queue.chosen(round.collect(), |row| !answered.borrow().contains(&row));
            }
        };
        while questions.len() < 40 {
            if !slow || queue.iter().next().is_none() {
                choose(&mut queue);
            }
            let row = queue.iter().next().expect("a question").row;
            questions.push(row);
            answered.borrow_mut().insert(row);
            queue.changed(|row| !answered.borrow().contains(&row), || known(questions.len()));
        }
        questions
    }

    #[test]
    fn the_same_answers_give_the_same_questions_however_slow_the_choice_is() {
        assert_eq!(asked(false), asked(true));
    }

    #[test]
    fn a_question_whose_answer_is_taken_back_comes_again() {
        let mut queue = Queue::new(known(0));
        let one = |row| Suggestion { row, reason: Reason::Random };
        queue.chosen((0..10).map(one).collect(), |_| true);
        queue.changed(|row| row != 0, || known(1));
        assert_eq!(rows(&queue), (1..10).collect::<Vec<_>>());
        queue.changed(|_| true, || known(0));
        assert_eq!(rows(&queue), (0..10).collect::<Vec<_>>());
        assert!(queue.iter().all(Suggestion::is_check));
    }

    #[test]
    fn no_rows_left_is_the_end_until_one_is_open_again() {
        let mut queue = Queue::new(known(0));
        queue.chosen(vec![Suggestion { row: 3, reason: Reason::Random }], |_| true);
        queue.chosen(Vec::new(), |_| true);
        queue.changed(|_| false, || known(1));
        assert!(queue.iter().next().is_none());
        assert!(queue.due().is_some());
        queue.chosen(Vec::new(), |_| true);
        assert!(queue.due().is_none());
        queue.changed(|row| row == 3, || known(0));
        assert_eq!(rows(&queue), [3]);
    }
}
