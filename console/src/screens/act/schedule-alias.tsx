import removeRefitSchedule from 'counterpart-operation:removeRefitSchedule';
import scheduleRefits from 'counterpart-operation:scheduleRefits';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ApiError, type wire } from 'counterpart-client';
import { client } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import formStyles from '../../parts/form.module.css';
import { actText } from '../../text/en-act.ts';
import { CallDialog } from './call-dialog.tsx';
import { SchemaFields } from './schema-fields.tsx';
import { sendCall } from './send-call.ts';
import { useTyped } from './use-typed.ts';

const words = actText.aliases;
const schema = scheduleRefits.bodies[0]!;

interface Props {
  readonly alias: wire.ModelAliasFields;
  readonly onClose: () => void;
}

/** When the model of an alias is refitted by itself. */
export function ScheduleAlias({ alias: { name }, onClose }: Props) {
  const form = useTyped(schema);
  const queryKey = ['refit-schedule', name];
  const schedule = useQuery({ queryKey, queryFn: ({ signal }) => readSchedule(name, signal) });
  const call = { operation: scheduleRefits, at: [name], body: form.body };
  const onSuccess = async () => {
    await queryClient.invalidateQueries({ queryKey });
    onClose();
  };
  const save = useMutation({ mutationFn: () => sendCall(call), onSuccess });
  const remove = useMutation({
    mutationFn: () => sendCall({ operation: removeRefitSchedule, at: [name] }),
    onSuccess,
  });
  return (
    <CallDialog
      title={words.scheduleTitle(name)}
      lead={words.scheduleLead}
      submit={words.scheduleDo}
      call={call}
      state={save}
      onSubmit={() => form.check() && save.mutate()}
      onClose={onClose}
    >
      {schedule.error && <ErrorNote error={schedule.error} onRetry={() => schedule.refetch()} />}
      {schedule.data === null && <p>{words.noSchedule}</p>}
      {schedule.data && (
        <div className={formStyles.actions}>
          <p>{words.scheduled(partsOf(schedule.data))}</p>
          <Button size="xs" variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
            {words.unschedule}
          </Button>
        </div>
      )}
      {remove.error && <ErrorNote error={remove.error} />}
      <SchemaFields schema={schema} form={form} shows={() => true} />
    </CallDialog>
  );
}

/** null: there is none. */
async function readSchedule(name: string, signal: AbortSignal): Promise<wire.RefitSchedule | null> {
  try {
    return await client.modelAliases.refitSchedule(name, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

function partsOf({ every_events: events, every_hours: hours }: wire.RefitSchedule): readonly string[] {
  return [
    ...(events === null ? [] : [words.everyEvents(events)]),
    ...(hours === null ? [] : [words.everyHours(hours)]),
  ];
}
