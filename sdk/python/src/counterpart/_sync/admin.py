# Generated from _async by scripts/generate.py; do not edit by hand.
"""For the operator: tenants, keys, settings in force, the state of the service."""

from __future__ import annotations

from typing_extensions import Unpack

from .. import _operations as operations
from .. import types
from .._options import RequestOptions
from .pages import Pages
from .resource import Resource


class Admin(Resource):
    """Needs a key with the scope `operator`, which the command line of the service makes."""

    def list_tenants(
        self, *, limit: int = 100, options: RequestOptions | None = None
    ) -> Pages[types.TenantFields]:
        """Newest first. `limit`: rows a page, 1 to 100."""
        return Pages(self._transport, operations.list_tenants, {"limit": limit}, options)

    def get_tenant(self, tenant_id: str, *, options: RequestOptions | None = None) -> types.AdminTenant:
        """Raises NotFoundError."""
        path = {"tenant_id": tenant_id}
        return self._transport.call(operations.get_tenant, path=path, options=options)

    def create_tenant(
        self, *, options: RequestOptions | None = None, **tenant: Unpack[types.CreateTenantRequest]
    ) -> types.AdminTenant:
        """Not tried again by itself: an attempt whose answer was lost may have created the tenant.

        Raises ConflictError where the name is taken.
        """
        chosen: RequestOptions = {"max_retries": 0, **(options or {})}
        return self._transport.call(operations.create_tenant, body=tenant, options=chosen)

    def change_tenant(
        self,
        tenant_id: str,
        *,
        options: RequestOptions | None = None,
        **change: Unpack[types.ChangeTenantRequest],
    ) -> types.AdminTenant:
        """What is left out stays as it is."""
        path = {"tenant_id": tenant_id}
        return self._transport.call(operations.change_tenant, path=path, body=change, options=options)

    def list_keys(
        self, *, tenant_id: str | None = None, limit: int = 100, options: RequestOptions | None = None
    ) -> Pages[types.KeyFields]:
        """Newest first. `tenant_id="operator"`: the keys of the operator."""
        query = {"tenant_id": tenant_id, "limit": limit}
        return Pages(self._transport, operations.list_keys, query, options)

    def list_audit_entries(
        self,
        *,
        tenant_id: str | None = None,
        action: str | None = None,
        actor: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int = 100,
        options: RequestOptions | None = None,
    ) -> Pages[types.AuditEntryFields]:
        """What changed, newest first. `tenant_id="operator"`: what belongs to no tenant. Times: ISO 8601."""
        query = {
            "tenant_id": tenant_id,
            "action": action,
            "actor": actor,
            "from": from_,
            "to": to,
            "limit": limit,
        }
        return Pages(self._transport, operations.list_audit_entries, query, options)

    def create_key(
        self,
        tenant_id: str,
        *,
        options: RequestOptions | None = None,
        **key: Unpack[types.CreateKeyRequest],
    ) -> types.CreatedKey:
        """The answer is the only one that contains the key.

        Not tried again by itself, because that could make a second key.
        """
        chosen: RequestOptions = {"max_retries": 0, **(options or {})}
        path = {"tenant_id": tenant_id}
        return self._transport.call(operations.create_key, path=path, body=key, options=chosen)

    def revoke_key(self, key_id: str, *, options: RequestOptions | None = None) -> types.AdminKey:
        """Ends its sessions of the console too. Raises ConflictError for the key of this client."""
        path = {"key_id": key_id}
        return self._transport.call(operations.revoke_key, path=path, options=options)

    def create_experiment(
        self, *, options: RequestOptions | None = None, **experiment: Unpack[types.CreateExperimentRequest]
    ) -> types.Experiment:
        """Not tried again by itself: a domain has one running experiment.

        Raises ConflictError while another one runs in the domain.
        """
        chosen: RequestOptions = {"max_retries": 0, **(options or {})}
        return self._transport.call(operations.create_experiment, body=experiment, options=chosen)

    def list_experiments(
        self, *, tenant_id: str | None = None, limit: int = 100, options: RequestOptions | None = None
    ) -> Pages[types.ExperimentSummary]:
        """Newest first. `tenant_id`: those of one tenant."""
        query = {"tenant_id": tenant_id, "limit": limit}
        return Pages(self._transport, operations.list_experiments, query, options)

    def get_experiment(
        self, experiment_id: str, *, options: RequestOptions | None = None
    ) -> types.Experiment:
        """Raises NotFoundError."""
        path = {"experiment_id": experiment_id}
        return self._transport.call(operations.get_experiment, path=path, options=options)

    def stop_experiment(
        self, experiment_id: str, *, options: RequestOptions | None = None
    ) -> types.Experiment:
        """Makes a last result. Raises ConflictError for an experiment that has ended."""
        path = {"experiment_id": experiment_id}
        return self._transport.call(operations.stop_experiment, path=path, options=options)

    def settings(self, *, options: RequestOptions | None = None) -> types.SettingsInForce:
        """The settings in force. Of a secret it says only whether it is set."""
        return self._transport.call(operations.list_settings, options=options)

    def system(self, *, options: RequestOptions | None = None) -> types.SystemState:
        """The state of the process that answers."""
        return self._transport.call(operations.get_system, options=options)
