// Package journal keeps long work in a file that outlives the process: an
// append-only list of frames, read once when the work is resumed.
//
// A file begins with the line "gammonlab NAME VERSION" of its [Kind]. Frames follow. A
// frame consists of a CRC-32C and a length in eight hexadecimal digits each, the payload
// and a line feed, separated by spaces; the checksum covers everything after it. So a file
// is text if its payloads are text. The payload of the first frame is the identity of the
// work, a JSON object with all settings that the other frames depend on: opening a file
// with another identity is an error.
//
// Only one process at a time can lock the file. [Open] drops an incomplete frame that a
// killed process has left. If complete frames follow a damaged one, Open returns an error
// and does not change the file. Open cannot distinguish a damaged last frame from an
// incomplete one, and drops it.
package journal
