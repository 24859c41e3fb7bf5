import { createRootRoute } from '@tanstack/react-router';

/** The parent of every screen. The router gives it its components. */
export const rootRoute = createRootRoute();
