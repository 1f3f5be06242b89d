package nets

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
)

// tensor is a dense array of float32 in row-major order.
type tensor struct {
	shape []int
	data  []float32
}

// tensorHeader is an entry of a safetensors header.
type tensorHeader struct {
	DType   string `json:"dtype"`
	Shape   []int  `json:"shape"`
	Offsets []int  `json:"data_offsets"` // begin and end, from the end of the header
}

const (
	metadataKey   = "__metadata__"
	float32DType  = "F32"
	float32Size   = 4
	headerAlign   = 8       // the header is padded with blanks to this
	maxHeaderSize = 1 << 20 // ours take a few kilobytes
)

// encodeSafetensors writes tensors and metadata in the safetensors format: an
// 8-byte little-endian header length, a JSON header, the raw data. Tensors lie
// in the order of their names, so equal contents give equal bytes.
func encodeSafetensors(tensors map[string]tensor, metadata map[string]string) ([]byte, error) {
	header := map[string]any{metadataKey: metadata}
	var data []byte
	for _, name := range slices.Sorted(maps.Keys(tensors)) {
		t := tensors[name]
		begin := len(data)
		for _, v := range t.data {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
		}
		header[name] = tensorHeader{float32DType, t.shape, []int{begin, len(data)}}
	}
	text, err := json.Marshal(header)
	if err != nil {
		return nil, fmt.Errorf("nets: writing the header: %w", err)
	}
	for len(text)%headerAlign != 0 {
		text = append(text, ' ')
	}
	file := binary.LittleEndian.AppendUint64(nil, uint64(len(text)))
	return append(append(file, text...), data...), nil
}

// decodeSafetensors reads a safetensors file that holds float32 tensors alone.
// The tensors must cover the data exactly.
func decodeSafetensors(file []byte) (map[string]tensor, map[string]string, error) {
	if len(file) < 8 {
		return nil, nil, fmt.Errorf("not a safetensors file: only %d bytes long", len(file))
	}
	size := binary.LittleEndian.Uint64(file)
	if size > maxHeaderSize {
		return nil, nil, fmt.Errorf("not a safetensors file: it claims a header of %d bytes, the most is %d", size, maxHeaderSize)
	}
	if uint64(len(file)-8) < size {
		return nil, nil, fmt.Errorf("truncated: the header takes %d bytes, only %d are there", size, len(file)-8)
	}
	text, data := file[8:8+size], file[8+size:]
	headers, metadata, err := decodeHeader(text)
	if err != nil {
		return nil, nil, err
	}
	names := slices.Sorted(maps.Keys(headers))
	slices.SortStableFunc(names, func(a, b string) int {
		return headers[a].Offsets[0] - headers[b].Offsets[0]
	})
	tensors := map[string]tensor{}
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
		tensors[name] = tensor{h.Shape, decodeFloats(data[h.Offsets[0]:at])}
	}
	if at != len(data) {
		return nil, nil, fmt.Errorf("too large: %d bytes follow the last tensor", len(data)-at)
	}
	return tensors, metadata, nil
}

// decodeHeader reads the JSON header and checks each tensor's entry for itself.
func decodeHeader(text []byte) (map[string]tensorHeader, map[string]string, error) {
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
		decoder := json.NewDecoder(bytes.NewReader(raw[name]))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&h); err != nil {
			return nil, nil, fmt.Errorf("header: tensor %s: %w", name, err)
		}
		if err := h.check(); err != nil {
			return nil, nil, fmt.Errorf("header: tensor %s: %w", name, err)
		}
		headers[name] = h
	}
	return headers, metadata, nil
}

// check reports what is wrong with the entry, whatever the rest of the file.
func (h *tensorHeader) check() error {
	if h.DType != float32DType {
		return fmt.Errorf("dtype %q, want %s", h.DType, float32DType)
	}
	if len(h.Offsets) != 2 || h.Offsets[0] < 0 || h.Offsets[1] < h.Offsets[0] {
		return fmt.Errorf("data_offsets %v, want a begin and an end", h.Offsets)
	}
	values := 1
	for _, d := range h.Shape {
		if d < 0 || d > maxUnits || values > math.MaxInt32/max(d, 1) {
			return fmt.Errorf("shape %v is out of range", h.Shape)
		}
		values *= d
	}
	if got := h.Offsets[1] - h.Offsets[0]; got != values*float32Size {
		return fmt.Errorf("%d bytes of data for shape %v, want %d", got, h.Shape, values*float32Size)
	}
	return nil
}

func decodeFloats(data []byte) []float32 {
	values := make([]float32, len(data)/float32Size)
	for i := range values {
		values[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[i*float32Size:]))
	}
	return values
}
