package eventfile

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	"gammonlab/internal/must"
)

// inside returns the contents of a field of a message, all occurrences.
func inside(t *testing.T, message []byte, field protowire.Number) (all [][]byte) {
	t.Helper()
	for len(message) > 0 {
		number, kind, n := protowire.ConsumeTag(message)
		if n < 0 {
			t.Fatal(protowire.ParseError(n))
		}
		message = message[n:]
		n = protowire.ConsumeFieldValue(number, kind, message)
		if n < 0 {
			t.Fatal(protowire.ParseError(n))
		}
		if number == field {
			content := message[:n]
			if kind == protowire.BytesType {
				content, _ = protowire.ConsumeBytes(content)
			}
			all = append(all, content)
		}
		message = message[n:]
	}
	return all
}

// The settings are where TensorBoard's plugin hparams looks for them: in the metadata of a
// summary, as the session_start_info of HParamsPluginData with values of google.protobuf.Value.
func TestBegin(t *testing.T) {
	var file bytes.Buffer
	w := must.Get(NewWriter(&file, 7))(t)
	file.Reset()
	must.OK(t, w.Begin(Session{Settings: map[string]string{"rate": "0.003", "loss": "squared", "best": "true"}, Began: 7.5}))
	record := file.Bytes()
	event := record[12 : 12+binary.LittleEndian.Uint64(record)]
	at := func(message []byte, path ...protowire.Number) []byte {
		for _, field := range path {
			message = inside(t, message, field)[0]
		}
		return message
	}
	value := at(event, 5, 1)
	if tag := string(at(value, 1)); tag != "_hparams_/session_start_info" {
		t.Errorf("the tag is %q", tag)
	}
	if len(inside(t, at(value, 8), 5)) != 1 {
		t.Error("the summary has no tensor")
	}
	plugin := at(value, 9, 1)
	if name := string(at(plugin, 1)); name != "hparams" {
		t.Errorf("the plugin is %q", name)
	}
	info := at(plugin, 2, 3)
	if began := math.Float64frombits(binary.LittleEndian.Uint64(at(info, 5))); began != 7.5 {
		t.Errorf("began at %v", began)
	}
	var got []any
	for _, entry := range inside(t, info, 1) {
		var v structpb.Value
		must.OK(t, proto.Unmarshal(at(entry, 2), &v))
		got = append(got, string(at(entry, 1)), v.AsInterface())
	}
	if want := []any{"best", true, "loss", "squared", "rate", 0.003}; !slices.Equal(got, want) {
		t.Errorf("settings %v, want %v", got, want)
	}
}
