# Generated from _async by scripts/generate.py; do not edit by hand.
"""Definitions of domains: their versions, checks of new ones, and publishing by the operator."""

from __future__ import annotations

from typing_extensions import Unpack

from .. import _operations as operations
from .. import types
from .._options import RequestOptions
from .resource import Resource


class Domains(Resource):
    def list(self, *, options: RequestOptions | None = None) -> types.DomainList:
        """The enabled domains with their versions in force."""
        return self._transport.call(operations.list_domains, options=options)

    def get(
        self, domain: str, *, version: int | None = None, options: RequestOptions | None = None
    ) -> types.DomainSource:
        """A version of a domain as it was written, by default that in force. Raises DomainNotFoundError."""
        return self._transport.call(
            operations.get_domain, path={"domain": domain}, query={"version": version}, options=options
        )

    def check(
        self, *, options: RequestOptions | None = None, **request: Unpack[types.DomainCheckRequest]
    ) -> types.DomainCheck:
        """The faults of a definition, or what it says and finds in texts. Nothing is stored."""
        return self._transport.call(operations.check_domain, body=request, options=options)

    def list_of(self, tenant_id: str, *, options: RequestOptions | None = None) -> types.DomainList:
        """With a key of the operator: the enabled domains of a workspace. Raises NotFoundError."""
        return self._transport.call(
            operations.list_tenant_domains, path={"tenant_id": tenant_id}, options=options
        )

    def get_of(
        self,
        tenant_id: str,
        domain: str,
        *,
        version: int | None = None,
        options: RequestOptions | None = None,
    ) -> types.DomainSource:
        """With a key of the operator: a version of a domain of a workspace. Raises DomainNotFoundError."""
        return self._transport.call(
            operations.get_tenant_domain,
            path={"tenant_id": tenant_id, "domain": domain},
            query={"version": version},
            options=options,
        )

    def publish(
        self,
        tenant_id: str,
        domain: str,
        *,
        options: RequestOptions | None = None,
        **request: Unpack[types.PublishDomainRequest],
    ) -> types.PublishedDomain:
        """With a key of the operator: puts the next version of a domain in force. Raises ConflictError."""
        return self._transport.call(
            operations.publish_domain,
            path={"tenant_id": tenant_id, "domain": domain},
            body=request,
            options=options,
        )
