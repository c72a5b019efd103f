"""The site: `cargo xtask docs` builds it into target/docs/html."""

import sys
import warnings
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "scripts"))

import links  # noqa: E402
import pages  # noqa: E402

import halflit  # noqa: E402

# Its name in pipelines is another, by which autodoc would take it for an alias.
halflit.SELF.__name__ = "SELF"

project = "halflit"
author = "The halflit developers"
copyright = "the halflit developers; MIT or Apache-2.0"
release = pages.version()
version = release

extensions = [
    "myst_parser",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx_copybutton",
    "sphinx_design",
    "sphinx_gallery.gen_gallery",
]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
templates_path = ["_templates"]
exclude_patterns = [
    "scripts",
    "gallery",
    "tutorials/*.py",
    "tutorials/*.rst",
    "requirements.txt",
    "_build",
]
suppress_warnings = ["config.cache"]
nitpicky = False

# Markdown: anchors of headings are those of GitHub.
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4

# Python
autosummary_generate = True
autodoc_typehints = "none"
autodoc_member_order = "groupwise"
numpydoc_show_class_members = False
numpydoc_xref_param_type = False
# Parameters that are missing, unknown, out of order or without a type.
numpydoc_validation_checks = {"PR01", "PR02", "PR03", "PR04"}
numpydoc_validation_exclude = {r"SemiSupervisedGridSearchCV$"}

# Examples run when the site is built; one that fails stops the build with its name.
sphinx_gallery_conf = {
    "examples_dirs": ["tutorials", "gallery"],
    "gallery_dirs": ["auto/tutorials", "auto/gallery"],
    "filename_pattern": r"[/\\](plot|tutorial)_",
    "within_subsection_order": "FileNameSortKey",
    "abort_on_example_error": True,
    "download_all_examples": False,
    "capture_repr": ("_repr_html_",),
    "show_memory": False,
    "remove_config_comments": True,
    "min_reported_time": 5,
    "image_scrapers": ("matplotlib",),
    "default_thumb_file": str(HERE / "images" / "digits-layout.png"),
}
# Small examples are often no better than chance, and that is not what they are about.
warnings.filterwarnings("ignore", module="halflit")

# What a button copies has no prompts.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "pydata_sphinx_theme"
html_title = "halflit"
html_static_path = ["_static"]
html_css_files = ["site.css"]
# The playground, which `cargo xtask docs` builds first.
html_extra_path = [str(path) for path in [HERE.parent / "target" / "site"] if path.is_dir()]
html_show_sourcelink = False
html_theme_options = {
    "github_url": "https://github.com/halflit/halflit",
    "navbar_align": "left",
    "header_links_before_dropdown": 7,
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "show_prev_next": False,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
}
html_context = {"default_mode": "auto"}

# Links to the network are not followed when the site is built offline.
linkcheck_ignore = [r"https?://.*"]

pages.write(HERE)


def setup(app: object) -> None:
    """Turn links that leave the folder into links to the repository."""
    app.connect("source-read", links.rewrite)  # type: ignore[attr-defined]
