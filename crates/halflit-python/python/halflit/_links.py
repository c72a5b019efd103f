"""Where the link of an estimator's picture in a notebook leads."""


class Linked:
    """scikit-learn asks for these names."""

    _doc_link_module = "halflit"
    #: The documentation that pyproject.toml names.
    _doc_link_template = (
        "https://github.com/halflit/halflit/blob/main/docs/python-guide/README.md#{estimator_name}"
    )

    def _doc_link_url_param_generator(self) -> dict[str, str]:
        return {"estimator_name": type(self).__name__.lower()}
