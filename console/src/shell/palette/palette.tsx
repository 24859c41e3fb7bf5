import { Modal } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useStore } from '../../api/store.ts';
import { text } from '../../text/en.ts';
import type { Action, Page } from '../pages.ts';
import { PaletteList } from './palette-list.tsx';
import { openPalette, paletteOpen } from './palette-store.ts';

interface Props {
  readonly pages: readonly Page[];
  readonly actions: readonly Action[];
}

/** Finds pages, people, resources and actions, from every screen. */
export function Palette(props: Props) {
  const open = useStore(paletteOpen);
  useHotkeys([['/', openPalette]]);
  // Also while a field has the focus.
  useHotkeys([['mod+K', openPalette]], []);
  return (
    <Modal
      opened={open}
      onClose={() => paletteOpen.set(false)}
      title={text.palette.title}
      size="lg"
      yOffset="12vh"
      centered={false}
    >
      {open && <PaletteList {...props} />}
    </Modal>
  );
}
