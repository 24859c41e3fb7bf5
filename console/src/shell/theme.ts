import { createTheme, Drawer, Modal, MultiSelect, Select, Skeleton } from '@mantine/core';
import { text } from '../text/en.ts';

/**
 * Colours are in theme.css, which locks the scroll too: Mantine's way would add a style element, which the
 * policy of the page forbids.
 */
export const theme = createTheme({
  primaryColor: 'indigo',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Modal: Modal.extend({
      defaultProps: {
        lockScroll: false,
        centered: true,
        closeButtonProps: { 'aria-label': text.common.close },
      },
    }),
    Drawer: Drawer.extend({
      defaultProps: { lockScroll: false, closeButtonProps: { 'aria-label': text.common.close } },
    }),
    Select: Select.extend({ defaultProps: { checkIconPosition: 'right' } }),
    MultiSelect: MultiSelect.extend({ defaultProps: { hidePickedOptions: true, maxDropdownHeight: 280 } }),
    Skeleton: Skeleton.extend({ defaultProps: { radius: 'sm' } }),
  },
});
