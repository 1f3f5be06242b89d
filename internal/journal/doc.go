// Package journal keeps long work in a file that outlives the process: an
// append-only list of frames, read once when the work is resumed.
//
// A file begins with the line "gammonlab NAME VERSION" of its [Kind]. Frames
// follow, each of them a CRC-32C and a length in eight hexadecimal digits each, the
// payload and a line feed, separated by spaces; the checksum covers all behind
// it. So payloads in text make a file of text. The payload of the first frame is the
// identity of the work, a JSON object with all settings that the other frames depend
// on: a file with another identity is refused.
//
// One process has the file at a time. What a killed process has not written to its
// end is dropped when the file is opened again. Where whole frames follow a
// damaged one, the file is refused and stays as it is. If the last frame is
// damaged, it cannot be distinguished from one that was cut short, and is
// dropped.
package journal
