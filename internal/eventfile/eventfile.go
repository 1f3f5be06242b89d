// Package eventfile writes the event files that TensorBoard reads: records in
// TensorFlow's TFRecord format, each an Event message with the scalars of a step.
package eventfile

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"google.golang.org/protobuf/encoding/protowire"

	"gammonlab/internal/digest"
)

// Name returns the name of an event file that begins at the time, in seconds since
// 1970. A folder contains the files of one run; TensorBoard reads them in the order of
// their names.
func Name(began int64) string {
	return fmt.Sprintf("events.out.tfevents.%010d.gammonlab", max(began, 0))
}

// Patterns of the names of event files: of all programs, and of [Name].
const (
	Pattern    = "events.out.tfevents.*"
	OwnPattern = "events.out.tfevents.*.gammonlab"
)

// Scalar is a number with its name. Charts are grouped by the part of the name before a
// slash.
type Scalar struct {
	Tag   string
	Value float32
}

// Writer writes an event file.
type Writer struct {
	to     io.Writer
	record []byte
}

// version is the content of the first event of a file.
const version = "brain.Event:2"

// NewWriter begins a file; wall is the time in seconds since 1970.
func NewWriter(to io.Writer, wall float64) (*Writer, error) {
	w := &Writer{to: to}
	event := appendTime(nil, wall, 0)
	event = protowire.AppendTag(event, fileVersion, protowire.BytesType)
	event = protowire.AppendString(event, version)
	return w, w.write(event)
}

// Write adds the scalars measured after a number of steps; wall is the time in seconds
// since 1970.
func (w *Writer) Write(step int64, wall float64, scalars []Scalar) error {
	var summary []byte
	for _, s := range scalars {
		var value []byte
		value = protowire.AppendTag(value, valueTag, protowire.BytesType)
		value = protowire.AppendString(value, s.Tag)
		value = protowire.AppendTag(value, valueSimple, protowire.Fixed32Type)
		value = protowire.AppendFixed32(value, math.Float32bits(s.Value))
		summary = protowire.AppendTag(summary, summaryValue, protowire.BytesType)
		summary = protowire.AppendBytes(summary, value)
	}
	event := appendTime(nil, wall, step)
	event = protowire.AppendTag(event, eventSummary, protowire.BytesType)
	event = protowire.AppendBytes(event, summary)
	return w.write(event)
}

// Numbers of the written fields, from tensorflow/core/util/event.proto and
// tensorflow/core/framework/summary.proto.
const (
	wallTime     = 1 // of Event
	eventStep    = 2
	fileVersion  = 3
	eventSummary = 5
	summaryValue = 1 // of Summary
	valueTag     = 1 // of Summary.Value
	valueSimple  = 2
)

// appendTime appends the time and the step of an event. It omits zeros, which are the
// defaults of these fields.
func appendTime(event []byte, wall float64, step int64) []byte {
	if wall != 0 {
		event = protowire.AppendTag(event, wallTime, protowire.Fixed64Type)
		event = protowire.AppendFixed64(event, math.Float64bits(wall))
	}
	if step != 0 {
		event = protowire.AppendTag(event, eventStep, protowire.VarintType)
		event = protowire.AppendVarint(event, uint64(step))
	}
	return event
}

// write writes a record: length, checksum of the length, data, checksum of the data.
func (w *Writer) write(data []byte) error {
	w.record = binary.LittleEndian.AppendUint64(w.record[:0], uint64(len(data)))
	w.record = binary.LittleEndian.AppendUint32(w.record, masked(w.record))
	w.record = append(w.record, data...)
	w.record = binary.LittleEndian.AppendUint32(w.record, masked(data))
	_, err := w.to.Write(w.record)
	return err
}

// masked returns the CRC-32C of data in the masked form of TFRecord: a plain CRC is weak
// for data that contain their own CRC.
func masked(data []byte) uint32 {
	crc := digest.Checksum(data)
	return (crc>>15 | crc<<17) + 0xa282ead8
}
