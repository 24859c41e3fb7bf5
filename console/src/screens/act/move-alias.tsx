import moveModelAlias from 'counterpart-operation:moveModelAlias';
import { TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { wire } from 'counterpart-client';
import { useState } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { actText } from '../../text/en-act.ts';
import { choicesOf, modelsQuery } from './act-queries.ts';
import { CallDialog } from './call-dialog.tsx';
import { SchemaFields } from './schema-fields.tsx';
import { sendCall } from './send-call.ts';
import { useTyped } from './use-typed.ts';

const words = actText.aliases;
const schema = moveModelAlias.bodies[0]!;

interface Props {
  /** undefined: a new one, whose name is asked for. */
  readonly alias: wire.ModelAliasFields | undefined;
  readonly onClose: () => void;
}

/** Lets an alias name a model; another move meanwhile is not undone. */
export function MoveAlias({ alias, onClose }: Props) {
  const [typedName, setName] = useState('');
  const [isSent, setSent] = useState(false);
  const name = alias?.name ?? typedName.trim();
  const form = useTyped(schema, { from_model_id: alias?.model_id ?? '' });
  const models = useQuery(modelsQuery);
  const call = { operation: moveModelAlias, at: [name], body: form.body };
  const move = useMutation({
    mutationFn: () => sendCall(call),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['aliases'] });
      onClose();
    },
  });
  return (
    <CallDialog
      title={alias ? words.moveTitle(alias.name) : words.create}
      lead={words.lead}
      submit={alias ? words.move : words.createDo}
      call={call}
      state={move}
      onSubmit={() => {
        setSent(true);
        if (form.check() && name !== '') move.mutate();
      }}
      onClose={onClose}
    >
      {alias === undefined && (
        <TextInput
          label={words.name}
          description={words.nameHint}
          withAsterisk
          error={isSent && name === '' && actText.required}
          value={typedName}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      )}
      <SchemaFields
        schema={schema}
        form={form}
        shows={(path) => path !== 'from_model_id'}
        choices={{ model_id: choicesOf(models.data?.filter(({ status }) => status === 'ready')) }}
      />
    </CallDialog>
  );
}
