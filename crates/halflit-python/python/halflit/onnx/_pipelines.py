"""The converter that skl2onnx calls."""

from __future__ import annotations

from typing import Any

import numpy as np
from onnx import TensorProto, helper
from skl2onnx import update_registered_converter
from skl2onnx.common.data_types import (
    DoubleTensorType,
    FloatTensorType,
    Int64TensorType,
    StringTensorType,
)

from halflit._registry import OF_FILES
from halflit.onnx import has_whole_classes, to_onnx

#: What can be asked for. skl2onnx asks every classifier about zipmap; probabilities are a matrix anyway.
_OPTIONS = {"output": ["classes", "map"], "zipmap": [True, False, "columns"]}


def register() -> None:
    """Register every estimator."""
    for estimator in {*OF_FILES.values()}:
        how = {"parser": _outputs, "options": _OPTIONS, "overwrite": True}
        update_registered_converter(
            estimator, f"Halflit{estimator.__name__}", _shapes, _convert, **how
        )


def _gives_classes(scope: Any, model: Any) -> bool:
    if not len(model.classes_):
        return False
    return scope.get_options(model, {"output": "classes"}).get("output") != "map"


def _label_type(model: Any) -> type:
    return Int64TensorType if has_whole_classes(model) else StringTensorType


def _outputs(scope: Any, model: Any, inputs: list[Any], custom_parsers: Any = None) -> list[Any]:
    """Declare what an estimator gives."""
    operator = scope.declare_local_operator(f"Halflit{type(model).__name__}", model)
    operator.inputs.extend(inputs)
    real = DoubleTensorType if isinstance(inputs[0].type, DoubleTensorType) else FloatTensorType
    if _gives_classes(scope, model):
        operator.outputs.append(scope.declare_local_variable("label", _label_type(model)()))
        operator.outputs.append(scope.declare_local_variable("probabilities", real()))
    else:
        operator.outputs.append(scope.declare_local_variable("transformed", real()))
    return operator.outputs


def _shapes(operator: Any) -> None:
    """Tell the shapes of what an estimator gives."""
    model, rows = operator.raw_operator, operator.inputs[0].get_first_dimension()
    if len(operator.outputs) == 1:
        operator.outputs[0].type.shape = [rows, model._n_features_out]
    else:
        operator.outputs[0].type.shape = [rows]
        operator.outputs[1].type.shape = [rows, len(model.classes_)]


def _convert(scope: Any, operator: Any, container: Any) -> None:
    """Copy the nodes that the outputs need, under names of the pipeline's graph."""
    _refuse_labels_as_features(scope, operator)
    given = operator.inputs[0]
    real = np.float64 if isinstance(given.type, DoubleTensorType) else np.float32
    graph = to_onnx(operator.raw_operator, real).graph
    ends = ["transformed"] if len(operator.outputs) == 1 else ["label", "probabilities"]
    names = {"X": given.full_name}
    names |= {end: own.full_name for end, own in zip(ends, operator.outputs, strict=True)}

    def renamed(name: str) -> str:
        if name not in names:
            names[name] = scope.get_unique_variable_name(f"halflit{name}")
        return names[name]

    nodes, needed = _needed(graph, ends)
    for tensor in graph.initializer:
        if tensor.name in needed:
            copy = TensorProto()
            copy.CopyFrom(tensor)
            copy.name = renamed(tensor.name)
            container.initializers.append(copy)
    for node in nodes:
        attributes = {own.name: helper.get_attribute_value(own) for own in node.attribute}
        container.add_node(
            node.op_type,
            [renamed(name) for name in node.input],
            [renamed(name) for name in node.output],
            op_domain=node.domain,
            op_version=18,
            name=scope.get_unique_operator_name("halflit"),
            **attributes,
        )


def _needed(graph: Any, ends: list[str]) -> tuple[list[Any], set[str]]:
    """Give the nodes, in order, that lead to some values, and all values on the way."""
    needed, nodes = set(ends), []
    for node in reversed(graph.node):
        if any(output in needed for output in node.output):
            nodes.append(node)
            needed |= set(node.input)
    return nodes[::-1], needed


def _refuse_labels_as_features(scope: Any, operator: Any) -> None:
    """Refuse an estimator amid a pipeline that gives classes, where the next step needs its map."""
    if len(operator.outputs) == 1:
        return
    for other in scope.operators.values():
        if operator.outputs[0] in other.inputs:
            name = type(operator.raw_operator).__name__
            raise ValueError(
                f"{name} is amid a pipeline, and would give labels to the next step: convert with "
                f'options={{{name}: {{"output": "map"}}}}'
            )
