// Package safetensors reads and writes tensors of float32 and half precision in
// the safetensors format: an 8-byte little-endian header length, a JSON header
// with names, shapes and a map of strings, and the raw data. Weight files and
// checkpoints of training runs have this format.
package safetensors

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gammonlab/internal/digest"
	"gammonlab/internal/floats"
	"gammonlab/internal/strictjson"
)

// Tensor is a dense array in row-major order.
type Tensor struct {
	Shape []int
	Data  []float32   // its length is the product of the shape
	Kind  floats.Kind // type of the numbers in the file: float32 or half precision
}

// Vector returns values as a tensor of one dimension, without copying them.
func Vector(values []float32) Tensor { return Tensor{Shape: []int{len(values)}, Data: values} }

// tensorHeader is an entry of a safetensors header.
type tensorHeader struct {
	DType   string `json:"dtype"`
	Shape   []int  `json:"shape"`
	Offsets []int  `json:"data_offsets"` // begin and end of the data, counted from the end of the header
}

// KeySum is the key of the metadata for the SHA-256 of a file's header, without it, and data.
// [Encode] sets the value if there is such a key, and [Decode] then checks it.
const KeySum = "gammonlab_sha256"

const (
	metadataKey   = "__metadata__"
	headerAlign   = 8       // blanks pad the header to a multiple of it
	maxHeaderSize = 1 << 20 // files of this project need a few kilobytes
)

// Encode returns a file with the tensors and the metadata. Tensors have the order
// of their names, so equal contents give equal bytes. Encode returns an error if
// [Decode] would refuse the file: if a tensor's data do not fit its shape, or if
// the header exceeds 1 MiB. It also returns an error for a number that the
// tensor's kind does not represent exactly.
func Encode(tensors map[string]Tensor, metadata map[string]string) ([]byte, error) {
	_, summed := metadata[KeySum]
	if summed {
		metadata = maps.Clone(metadata)
		metadata[KeySum] = ""
	}
	header := map[string]any{metadataKey: metadata}
	size := 0
	for _, t := range tensors {
		size += len(t.Data) * t.Kind.Size()
	}
	data := make([]byte, 0, size)
	for _, name := range slices.Sorted(maps.Keys(tensors)) {
		t := tensors[name]
		begin := len(data)
		var err error
		if data, err = t.appendTo(data); err != nil {
			return nil, fmt.Errorf("writing tensor %s: %w", name, err)
		}
		entry := tensorHeader{t.Kind.String(), t.Shape, []int{begin, len(data)}}
		if err := entry.check(kinds{floats.F32, floats.F16}); err != nil {
			return nil, fmt.Errorf("writing tensor %s: %w", name, err)
		}
		header[name] = entry
	}
	text, err := json.Marshal(header)
	if err == nil && summed {
		metadata[KeySum] = digest.Bytes(append(slices.Clip(text), data...))
		text, err = json.Marshal(header)
	}
	if err != nil {
		return nil, fmt.Errorf("writing the header: %w", err)
	}
	for len(text)%headerAlign != 0 {
		text = append(text, ' ')
	}
	if len(text) > maxHeaderSize {
		return nil, fmt.Errorf("the header would take %d bytes, the most is %d%s", len(text), maxHeaderSize, longest(metadata))
	}
	file := binary.LittleEndian.AppendUint64(nil, uint64(len(text)))
	return append(append(file, text...), data...), nil
}

// appendTo appends the tensor's numbers, as float32 unless they are of half
// precision.
func (t *Tensor) appendTo(data []byte) ([]byte, error) {
	if t.Kind == floats.F16 {
		return floats.AppendHalf(data, t.Data)
	}
	return binary.Append(data, binary.LittleEndian, t.Data)
}

// longest describes the longest value of the metadata if this value takes most of the
// header.
func longest(metadata map[string]string) string {
	key := ""
	for _, k := range slices.Sorted(maps.Keys(metadata)) {
		if len(metadata[k]) > len(metadata[key]) {
			key = k
		}
	}
	if len(metadata[key]) < maxHeaderSize/2 {
		return ""
	}
	return fmt.Sprintf(": the metadata's %s alone has %d", key, len(metadata[key]))
}

// kinds are the types of numbers that a file may contain.
type kinds []floats.Kind

// String lists the names of the kinds.
func (k kinds) String() string {
	var names []string
	for _, kind := range k {
		names = append(names, kind.String())
	}
	return strings.Join(slices.Sorted(slices.Values(names)), ", ")
}

// named returns the kind with the name.
func (k kinds) named(dtype string) (floats.Kind, bool) {
	for _, kind := range k {
		if kind.String() == dtype {
			return kind, true
		}
	}
	return 0, false
}

// checkSum returns an error if the metadata have another SHA-256 than the file.
func checkSum(headers map[string]tensorHeader, metadata map[string]string, data []byte) error {
	want, ok := metadata[KeySum]
	if !ok {
		return nil
	}
	metadata[KeySum] = ""
	all := map[string]any{metadataKey: metadata}
	for name, h := range headers {
		all[name] = h
	}
	text, err := json.Marshal(all)
	metadata[KeySum] = want
	if err != nil {
		return err
	}
	if got := digest.Bytes(append(text, data...)); got != want {
		return fmt.Errorf("damaged, or changed by another program: its contents have SHA-256 %.12s, but %s in its header says %.12s", got, KeySum, want)
	}
	return nil
}

// Decode reads the tensors and the metadata of a file. The tensors may be of
// float32 and of the other kinds, which Decode rounds to float32. They must cover
// the data exactly. Errors describe the fault; the caller adds the name of the
// file.
func Decode(file []byte, others ...floats.Kind) (map[string]Tensor, map[string]string, error) {
	allowed := append(kinds{floats.F32}, others...)
	if len(file) < 8 {
		return nil, nil, fmt.Errorf("not a safetensors file: only %d bytes long", len(file))
	}
	size := binary.LittleEndian.Uint64(file)
	if size > maxHeaderSize {
		return nil, nil, fmt.Errorf("not a safetensors file: it claims a header of %d bytes, the most is %d", size, maxHeaderSize)
	}
	if uint64(len(file)-8) < size {
		return nil, nil, fmt.Errorf("truncated: the header should have %d bytes, the file has %d of them", size, len(file)-8)
	}
	text, data := file[8:8+size], file[8+size:]
	headers, metadata, err := decodeHeader(text, allowed)
	if err != nil {
		return nil, nil, err
	}
	if err := checkSum(headers, metadata, data); err != nil {
		return nil, nil, err
	}
	names := slices.Sorted(maps.Keys(headers))
	slices.SortStableFunc(names, func(a, b string) int {
		return headers[a].Offsets[0] - headers[b].Offsets[0]
	})
	tensors := map[string]Tensor{}
	at := 0
	for _, name := range names {
		h := headers[name]
		if h.Offsets[0] != at {
			return nil, nil, fmt.Errorf("tensor %s begins at byte %d of the data, want %d: tensors must not overlap or leave gaps", name, h.Offsets[0], at)
		}
		if h.Offsets[1] > len(data) {
			return nil, nil, fmt.Errorf("truncated: tensor %s ends at byte %d of the data, the file has %d", name, h.Offsets[1], len(data))
		}
		at = h.Offsets[1]
		kind, _ := allowed.named(h.DType)
		values, err := kind.Decode(data[h.Offsets[0]:at], h.Shape)
		if err != nil {
			return nil, nil, fmt.Errorf("tensor %s: %w", name, err)
		}
		tensors[name] = Tensor{h.Shape, values, kind}
	}
	if at != len(data) {
		return nil, nil, fmt.Errorf("too large: %d bytes follow the last tensor", len(data)-at)
	}
	return tensors, metadata, nil
}

// decodeHeader reads the JSON header and checks each tensor's entry separately.
func decodeHeader(text []byte, allowed kinds) (map[string]tensorHeader, map[string]string, error) {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(text, &raw); err != nil {
		return nil, nil, fmt.Errorf("not a safetensors file: header: %w", err)
	}
	var metadata map[string]string
	headers := map[string]tensorHeader{}
	for _, name := range slices.Sorted(maps.Keys(raw)) {
		if name == metadataKey {
			if err := json.Unmarshal(raw[name], &metadata); err != nil {
				return nil, nil, fmt.Errorf("header: %s: %w", name, err)
			}
			continue
		}
		var h tensorHeader
		if err := strictjson.Unmarshal(raw[name], &h); err != nil {
			return nil, nil, fmt.Errorf("header: tensor %s: %w", name, err)
		}
		if err := h.check(allowed); err != nil {
			return nil, nil, fmt.Errorf("header: tensor %s: %w", name, err)
		}
		headers[name] = h
	}
	return headers, metadata, nil
}

// check returns an error if the entry is invalid in any file.
func (h *tensorHeader) check(allowed kinds) error {
	kind, ok := allowed.named(h.DType)
	if !ok {
		return fmt.Errorf("dtype %q, want %v", h.DType, allowed)
	}
	if len(h.Offsets) != 2 || h.Offsets[0] < 0 || h.Offsets[1] < h.Offsets[0] {
		return fmt.Errorf("data_offsets %v, want a begin and an end", h.Offsets)
	}
	values, err := floats.Count(h.Shape)
	if err != nil {
		return err
	}
	if got := h.Offsets[1] - h.Offsets[0]; got != values*kind.Size() {
		return fmt.Errorf("%d bytes of data for shape %v, want %d", got, h.Shape, values*kind.Size())
	}
	return nil
}
