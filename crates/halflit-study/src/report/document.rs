//! What a report is made of, before it becomes Markdown or a page. Both renderers draw from it, so both say the same.

use super::text::Text;

/// A whole report.
#[derive(Debug, Clone, Default)]
pub(super) struct Document {
    pub(super) title: String,
    pub(super) blocks: Vec<Block>,
}

/// A part of it.
#[derive(Debug, Clone)]
pub(super) enum Block {
    /// 2 for a section, 3 and 4 below it.
    Heading(usize, Text),
    Paragraph(Text),
    /// Small print under a table.
    Note(Text),
    List(Vec<Text>),
    Table(Grid),
    Picture {
        /// The stem of its file.
        name: String,
        /// For those who cannot see it.
        title: String,
        svg: String,
        caption: Text,
    },
    /// Something to type.
    Code(String),
}

/// Rows and columns.
#[derive(Debug, Clone)]
pub(super) struct Grid {
    pub(super) caption: Text,
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<GridRow>,
}

#[derive(Debug, Clone)]
pub(super) struct Column {
    pub(super) head: Text,
    /// Numbers stand flush right.
    pub(super) number: bool,
}

#[derive(Debug, Clone)]
pub(super) struct GridRow {
    pub(super) cells: Vec<Text>,
    /// Belongs to the row above and steps back behind it.
    pub(super) light: bool,
}

impl Document {
    pub(super) fn heading(&mut self, level: usize, prose: &str) {
        self.blocks.push(Block::Heading(level, Text::marked(prose)));
    }

    pub(super) fn paragraph(&mut self, prose: &str) {
        self.blocks.push(Block::Paragraph(Text::marked(prose)));
    }

    pub(super) fn note(&mut self, prose: &str) {
        self.blocks.push(Block::Note(Text::marked(prose)));
    }

    /// A list, unless there is nothing to list.
    pub(super) fn list(&mut self, items: Vec<Text>) {
        if !items.is_empty() {
            self.blocks.push(Block::List(items));
        }
    }

    pub(super) fn table(&mut self, caption: &str, columns: Vec<Column>, rows: Vec<GridRow>) {
        self.blocks.push(Block::Table(Grid { caption: Text::marked(caption), columns, rows }));
    }
}

impl Column {
    pub(super) fn words(prose: &str) -> Self {
        Self { head: Text::marked(prose), number: false }
    }

    pub(super) fn number(prose: &str) -> Self {
        Self { head: Text::marked(prose), number: true }
    }
}

impl GridRow {
    pub(super) fn new(cells: Vec<Text>) -> Self {
        Self { cells, light: false }
    }

    pub(super) fn light(cells: Vec<Text>) -> Self {
        Self { cells, light: true }
    }
}
