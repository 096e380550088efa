"""Row model -> Arrow schema. Refuses types that Parquet cannot hold faithfully."""

from __future__ import annotations

import types
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import pyarrow as pa
from pydantic import BaseModel

_SCALARS = {
    str: pa.string(),
    int: pa.int64(),
    float: pa.float64(),
    bool: pa.bool_(),
    bytes: pa.binary(),
}


@cache
def arrow_schema(model: type[BaseModel]) -> pa.Schema:
    """Arrow schema of a row model; optional fields are nullable. Raises TypeError on others."""
    return pa.schema(
        [_field(name, info.rebuild_annotation()) for name, info in model.model_fields.items()]
    )


def _field(name: str, annotation: Any) -> pa.Field:
    inner, is_nullable = _unwrap(annotation)
    return pa.field(name, _arrow_type(inner, name), nullable=is_nullable)


def _unwrap(annotation: Any) -> tuple[Any, bool]:
    """Strip Annotated and `| None`."""
    while get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    if get_origin(annotation) in (Union, types.UnionType):
        args = [a for a in get_args(annotation) if a is not type(None)]
        if len(args) != 1:
            raise TypeError(f"union of several types has no Arrow column: {annotation}")
        return _unwrap(args[0])[0], True
    return annotation, False


def _arrow_type(annotation: Any, name: str) -> pa.DataType:
    if annotation in _SCALARS:
        return _SCALARS[annotation]
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return _arrow_type(type(args[0]), name)
    if origin is list:
        return pa.list_(_item(args[0], name))
    if origin is tuple and len(set(args) - {Ellipsis}) == 1:
        return pa.list_(_item(args[0], name))
    if origin is dict:
        return pa.map_(_arrow_type(_unwrap(args[0])[0], name), _item(args[1], name))
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        fields = [_field(n, i.rebuild_annotation()) for n, i in annotation.model_fields.items()]
        return pa.struct(fields)
    raise TypeError(f"field {name}: {annotation} has no Arrow column")


def _item(annotation: Any, name: str) -> pa.DataType:
    return _arrow_type(_unwrap(annotation)[0], name)
