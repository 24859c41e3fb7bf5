/** Quickselect (Hoare, "Algorithm 65: Find", CACM 1961). */

/** The number at `position` of the descending order; the numbers are reordered. */
export function kthLargest(numbers: Float64Array, position: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const pivot = middleOf(numbers[low]!, numbers[(low + high) >>> 1]!, numbers[high]!);
    let [left, right] = [low, high];
    while (left <= right) {
      while (numbers[left]! > pivot) left += 1;
      while (numbers[right]! < pivot) right -= 1;
      if (left > right) break;
      const swapped = numbers[left]!;
      numbers[left++] = numbers[right]!;
      numbers[right--] = swapped;
    }
    if (position <= right) high = right;
    else if (position >= left) low = left;
    else return numbers[position]!;
  }
  return numbers[low]!;
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
