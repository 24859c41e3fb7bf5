"""Definitions of domains: their versions, checks of new ones, and publishing by the operator."""

from __future__ import annotations

from typing_extensions import Unpack

from .. import _operations as operations
from .. import types
from .._options import RequestOptions
from .resource import AsyncResource


class Domains(AsyncResource):
    async def list(self, *, options: RequestOptions | None = None) -> types.DomainList:
        """The enabled domains with their versions in force."""
        return await self._transport.call(operations.list_domains, options=options)

    async def get(
        self, domain: str, *, version: int | None = None, options: RequestOptions | None = None
    ) -> types.DomainSource:
        """A version of a domain as it was written, by default that in force. Raises DomainNotFoundError."""
        return await self._transport.call(
            operations.get_domain, path={"domain": domain}, query={"version": version}, options=options
        )

    async def check(
        self, *, options: RequestOptions | None = None, **request: Unpack[types.DomainCheckRequest]
    ) -> types.DomainCheck:
        """The faults of a definition, or what it says and finds in texts. Nothing is stored."""
        return await self._transport.call(operations.check_domain, body=request, options=options)

    async def list_of(self, tenant_id: str, *, options: RequestOptions | None = None) -> types.DomainList:
        """With a key of the operator: the enabled domains of a workspace. Raises NotFoundError."""
        return await self._transport.call(
            operations.list_tenant_domains, path={"tenant_id": tenant_id}, options=options
        )

    async def get_of(
        self,
        tenant_id: str,
        domain: str,
        *,
        version: int | None = None,
        options: RequestOptions | None = None,
    ) -> types.DomainSource:
        """With a key of the operator: a version of a domain of a workspace. Raises DomainNotFoundError."""
        return await self._transport.call(
            operations.get_tenant_domain,
            path={"tenant_id": tenant_id, "domain": domain},
            query={"version": version},
            options=options,
        )

    async def publish(
        self,
        tenant_id: str,
        domain: str,
        *,
        options: RequestOptions | None = None,
        **request: Unpack[types.PublishDomainRequest],
    ) -> types.PublishedDomain:
        """With a key of the operator: puts the next version of a domain in force. Raises ConflictError."""
        return await self._transport.call(
            operations.publish_domain,
            path={"tenant_id": tenant_id, "domain": domain},
            body=request,
            options=options,
        )
