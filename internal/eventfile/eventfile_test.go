package eventfile

import (
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"gammonlab/internal/must"
)

// testdata/events.golden was written by the RecordWriter of TensorBoard
// (tensorboard/summary/writer/record_writer.py), with the messages of its event.proto
// and summary.proto encoded by Google's protobuf 4.21 for Python.
func TestGolden(t *testing.T) {
	var got bytes.Buffer
	w := must.Get(NewWriter(&got, 1700000000.5))(t)
	must.OK(t, w.Write(0, 1700000010.25, []Scalar{{"loss", 0.5}}))
	must.OK(t, w.Write(8000, 1700000020.125, []Scalar{
		{"loss", 0.25}, {"pubeval_ppg", -1.5}, {"pubeval_ppg_low", -1.625}, {"pubeval_ppg_high", -1.375},
	}))
	must.OK(t, w.Write(1<<40, 1700000030, []Scalar{{"equity_rmse/contact", 1e-30}, {"zero", 0}, {"λ", math.MaxFloat32}}))
	want := must.Get(os.ReadFile(filepath.Join("testdata", "events.golden")))(t)
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("got  %q\nwant %q", got.Bytes(), want)
	}
}

// field describes a field of a message for the descriptor of a file.
func field(name string, number int32, kind descriptorpb.FieldDescriptorProto_Type, message string, label descriptorpb.FieldDescriptorProto_Label) *descriptorpb.FieldDescriptorProto {
	f := &descriptorpb.FieldDescriptorProto{
		Name: proto.String(name), JsonName: proto.String(name), Number: proto.Int32(number), Type: kind.Enum(), Label: label.Enum(),
	}
	if message != "" {
		f.TypeName = proto.String(message)
	}
	return f
}

// eventMessage returns the type Event with the fields that this package writes,
// as TensorFlow's event.proto and summary.proto define it.
func eventMessage(t *testing.T) protoreflect.MessageDescriptor {
	const (
		one, many    = descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL, descriptorpb.FieldDescriptorProto_LABEL_REPEATED
		text, double = descriptorpb.FieldDescriptorProto_TYPE_STRING, descriptorpb.FieldDescriptorProto_TYPE_DOUBLE
		single, long = descriptorpb.FieldDescriptorProto_TYPE_FLOAT, descriptorpb.FieldDescriptorProto_TYPE_INT64
		message      = descriptorpb.FieldDescriptorProto_TYPE_MESSAGE
	)
	type fields = []*descriptorpb.FieldDescriptorProto
	file := &descriptorpb.FileDescriptorProto{
		Name: proto.String("event.proto"), Package: proto.String("tensorflow"), Syntax: proto.String("proto2"),
		MessageType: []*descriptorpb.DescriptorProto{
			{Name: proto.String("Value"), Field: fields{field("tag", 1, text, "", one), field("simple_value", 2, single, "", one)}},
			{Name: proto.String("Summary"), Field: fields{field("value", 1, message, ".tensorflow.Value", many)}},
			{Name: proto.String("Event"), Field: fields{
				field("wall_time", 1, double, "", one), field("step", 2, long, "", one),
				field("file_version", 3, text, "", one), field("summary", 5, message, ".tensorflow.Summary", one),
			}},
		},
	}
	return must.Get(protodesc.NewFile(file, nil))(t).Messages().ByName("Event")
}

// Google's protobuf reads each event unchanged, without unknown fields. Numbers
// at the ends of their range are kept.
func TestEventsAreRead(t *testing.T) {
	descriptor := eventMessage(t)
	for _, step := range []int64{0, 1, 127, 128, math.MaxInt64, -1, math.MinInt64} {
		for _, value := range []float32{0, -1.5, float32(math.Inf(1)), math.SmallestNonzeroFloat32} {
			var got bytes.Buffer
			w := must.Get(NewWriter(&got, 0))(t)
			got.Reset()
			must.OK(t, w.Write(step, 0.5, []Scalar{{"a/b", value}, {"c", 1}}))
			record := got.Bytes()
			event := dynamicpb.NewMessage(descriptor)
			must.OK(t, proto.Unmarshal(record[12:len(record)-4], event))
			if len(event.GetUnknown()) > 0 {
				t.Errorf("unknown fields %q", event.GetUnknown())
			}
			get := func(m protoreflect.Message, name protoreflect.Name) protoreflect.Value {
				return m.Get(m.Descriptor().Fields().ByName(name))
			}
			values := get(get(event, "summary").Message(), "value").List()
			first := values.Get(0).Message()
			if get(event, "step").Int() != step || get(event, "wall_time").Float() != 0.5 || values.Len() != 2 ||
				get(first, "tag").String() != "a/b" || float32(get(first, "simple_value").Float()) != value {
				t.Errorf("step %d, value %v: read as %v", step, value, event)
			}
		}
	}
}

// failing is a writer that always fails.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("no room") }

func TestErrorsAreReturned(t *testing.T) {
	must.Fail(t, must.Err(NewWriter(failing{}, 1)), "no room")
	must.Fail(t, (&Writer{to: failing{}}).Write(1, 1, nil), "no room")
}

// Names are in the order of the time, and match the patterns.
func TestName(t *testing.T) {
	if a, b := Name(999_999_999), Name(1_700_000_000); a >= b {
		t.Errorf("%s is not before %s", a, b)
	}
	for _, pattern := range []string{Pattern, OwnPattern} {
		if ok, err := filepath.Match(pattern, Name(-5)); !ok || err != nil {
			t.Errorf("%s does not match %s: %v", pattern, Name(-5), err)
		}
	}
}
