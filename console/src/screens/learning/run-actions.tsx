import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { text } from '../../text/en.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { DeployDialog } from './deploy-dialog.tsx';
import { isUnfinished, type Run, runsQuery } from './learning-queries.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';

/** Cancels a run that works, and puts the model of a deployed one in force, or takes it out. */
export function RunActions({ run }: { readonly run: Run }) {
  const runs = useQuery(runsQuery(run.domain));
  const [deploying, deploy] = useDisclosure(false);
  const [cancelling, cancel] = useDisclosure(false);
  const [withdrawing, withdraw] = useDisclosure(false);
  const serving = runs.data?.find(({ in_force, tier }) => in_force && tier === run.tier);
  const isBack = serving !== undefined && serving.created_at > run.created_at;
  return (
    <>
      {isUnfinished(run) && (
        <Button size="xs" variant="default" onClick={cancel.open}>
          {text.learning.cancel}
        </Button>
      )}
      {run.status === 'deployed' && !run.in_force && runs.data !== undefined && (
        <Button size="xs" onClick={deploy.open}>
          {isBack ? text.learning.rollBack : text.learning.deploy}
        </Button>
      )}
      {run.in_force && run.tier === 'tenant' && (
        <Button size="xs" variant="default" onClick={withdraw.open}>
          {text.learning.withdraw}
        </Button>
      )}
      <CancelDialog run={run} opened={cancelling && isUnfinished(run)} onClose={cancel.close} />
      <DeployDialog run={run} serving={serving} isBack={isBack} opened={deploying} onClose={deploy.close} />
      <WithdrawDialog run={run} opened={withdrawing} onClose={withdraw.close} />
    </>
  );
}
