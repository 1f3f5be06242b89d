// Package journal keeps long work in a file that outlives the process: an
// append-only list of frames, read once when the work is resumed.
//
// A file begins with the line "gammonlab NAME VERSION" of its [Kind]. Frames follow,
// each of them a CRC-32C and a length in eight hexadecimal digits each, the payload and
// a line feed, separated by spaces; the checksum covers everything after it. So
// payloads in text make a file of text. The payload of the first frame is the identity
// of the work, a JSON object with all settings that the other frames depend on: opening
// a file with another identity is an error.
//
// One process locks the file at a time. An incomplete frame of a killed process is
// dropped when the file is opened again. If complete frames follow a damaged one,
// opening is an error and the file stays unchanged. A damaged last frame cannot be
// distinguished from an incomplete one, and is dropped.
package journal
