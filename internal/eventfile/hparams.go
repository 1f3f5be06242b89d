package eventfile

import (
	"maps"
	"math"
	"slices"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"
)

// Session describes a run to TensorBoard's page HParams, which compares runs by their
// settings.
type Session struct {
	Settings map[string]string // numbers, true, false or texts
	Began    float64           // seconds since 1970
}

// Names of TensorBoard's plugin hparams (tensorboard/plugins/hparams/metadata.py).
const (
	hparams      = "hparams"
	sessionStart = "_hparams_/session_start_info"
)

// Numbers of the fields from summary.proto, tensor.proto, hparams' plugin_data.proto, and of
// google.protobuf.Value.
const (
	valueTensor     = 8 // of Summary.Value
	valueMetadata   = 9
	metadataPlugin  = 1 // of SummaryMetadata
	pluginName      = 1 // of SummaryMetadata.PluginData
	pluginContent   = 2
	tensorType      = 1 // of TensorProto
	tensorShape     = 2
	tensorFloat     = 5
	shapeDimension  = 2 // of TensorShapeProto
	dimensionSize   = 1
	typeFloat       = 1
	startInfo       = 3 // of HParamsPluginData
	startHParams    = 1 // of SessionStartInfo
	startSeconds    = 5
	mapKey          = 1
	mapValue        = 2
	protobufNumber  = 2 // of google.protobuf.Value
	protobufString  = 3
	protobufBoolean = 4
)

// Begin writes the settings of the session.
func (w *Writer) Begin(s Session) error {
	var info []byte
	for _, name := range slices.Sorted(maps.Keys(s.Settings)) {
		entry := protowire.AppendString(protowire.AppendTag(nil, mapKey, protowire.BytesType), name)
		info = appendMessage(info, startHParams, appendMessage(entry, mapValue, protobufValue(s.Settings[name])))
	}
	info = protowire.AppendTag(info, startSeconds, protowire.Fixed64Type)
	info = protowire.AppendFixed64(info, math.Float64bits(s.Began))

	plugin := protowire.AppendString(protowire.AppendTag(nil, pluginName, protowire.BytesType), hparams)
	plugin = appendMessage(plugin, pluginContent, appendMessage(nil, startInfo, info))
	value := protowire.AppendString(protowire.AppendTag(nil, valueTag, protowire.BytesType), sessionStart)
	value = appendMessage(value, valueTensor, emptyTensor())
	value = appendMessage(value, valueMetadata, appendMessage(nil, metadataPlugin, plugin))
	event := appendTime(nil, s.Began, 0)
	return w.write(appendMessage(event, eventSummary, appendMessage(nil, summaryValue, value)))
}

// emptyTensor returns the tensor that TensorBoard expects beside metadata: a float 0.
func emptyTensor() []byte {
	size := protowire.AppendVarint(protowire.AppendTag(nil, dimensionSize, protowire.VarintType), 1)
	tensor := protowire.AppendVarint(protowire.AppendTag(nil, tensorType, protowire.VarintType), typeFloat)
	tensor = appendMessage(tensor, tensorShape, appendMessage(nil, shapeDimension, size))
	return appendMessage(tensor, tensorFloat, protowire.AppendFixed32(nil, 0))
}

// protobufValue returns a setting as a google.protobuf.Value.
func protobufValue(text string) []byte {
	if v, err := strconv.ParseFloat(text, 64); err == nil {
		return protowire.AppendFixed64(protowire.AppendTag(nil, protobufNumber, protowire.Fixed64Type), math.Float64bits(v))
	}
	if text == "true" || text == "false" {
		return protowire.AppendVarint(protowire.AppendTag(nil, protobufBoolean, protowire.VarintType), protowire.EncodeBool(text == "true"))
	}
	return protowire.AppendString(protowire.AppendTag(nil, protobufString, protowire.BytesType), text)
}

// appendMessage appends a field of bytes: a message, or packed numbers.
func appendMessage(dst []byte, field protowire.Number, message []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(dst, field, protowire.BytesType), message)
}
