export function PersonScreen() {
  return null;
}
