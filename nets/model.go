package nets

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/atomicfile"
)

// Model is a net with what must be known to use it and to repeat its making. It
// is kept in one safetensors file, which the safetensors package of any
// language opens: tensors "all.layer<i>.weight" of shape [out, in] and
// "all.layer<i>.bias" of shape [out], numbered from the inputs on, the head
// last, and metadata with the fields below.
type Model struct {
	Net     *Net
	Variant board.Variant // the game it was trained for

	// Provenance says how the weights came to be: settings, seed, parent, games
	// seen, measured results. Keys are lower-case words joined by underscores.
	// Equal runs give equal provenance: no times, hosts, paths or workers.
	Provenance map[string]string
}

// Metadata of a model file. The class "all" stands for every class of position:
// these models have one net.
const (
	class             = "all"
	keyFormat         = "format"
	keyVersion        = "format_version"
	keyFeatures       = "features." + class
	keyHidden         = "hidden." + class
	keyActivations    = "activations." + class
	keyHead           = "head"
	keyVariant        = "variant"
	prefixProvenance  = "provenance."
	formatName        = "gammonlab-model"
	formatVersion     = "1"
	headProbabilities = "sigmoid: win, win_gammon, win_backgammon, lose_gammon, lose_backgammon"
	maxModelSize      = 1 << 30
)

// Encode returns the model as a safetensors file.
func (m *Model) Encode() ([]byte, error) {
	spec := m.Net.spec
	var activations []string
	for _, a := range spec.Activations {
		activations = append(activations, string(a))
	}
	metadata := map[string]string{
		keyFormat:      formatName,
		keyVersion:     formatVersion,
		keyFeatures:    spec.Features,
		keyHidden:      FormatHidden(spec.Hidden),
		keyActivations: strings.Join(activations, ","),
		keyHead:        headProbabilities,
		keyVariant:     m.Variant.String(),
	}
	for key, value := range m.Provenance {
		metadata[prefixProvenance+key] = value
	}
	tensors := map[string]tensor{}
	for i, l := range m.Net.layers() {
		weight := tensor{shape: []int{l.out, l.in}}
		for o := range l.out {
			for in := range l.in {
				weight.data = append(weight.data, l.w[in*l.perIn+o*l.perOut])
			}
		}
		tensors[weightName(i)] = weight
		tensors[biasName(i)] = tensor{[]int{l.out}, l.b[:l.out]}
	}
	return encodeSafetensors(tensors, metadata)
}

func weightName(layer int) string { return fmt.Sprintf("%s.layer%d.weight", class, layer) }
func biasName(layer int) string   { return fmt.Sprintf("%s.layer%d.bias", class, layer) }

// Decode reads a model from the bytes of a safetensors file.
func Decode(file []byte) (*Model, error) {
	tensors, metadata, err := decodeSafetensors(file)
	if err != nil {
		return nil, fmt.Errorf("nets: %w", err)
	}
	m, err := decodeModel(tensors, metadata)
	if err != nil {
		return nil, fmt.Errorf("nets: %w", err)
	}
	return m, nil
}

func decodeModel(tensors map[string]tensor, metadata map[string]string) (*Model, error) {
	spec, err := decodeSpec(metadata)
	if err != nil {
		return nil, err
	}
	m := &Model{Provenance: map[string]string{}}
	if m.Variant, err = board.ParseVariant(metadata[keyVariant]); err != nil {
		return nil, fmt.Errorf("metadata %s: %w", keyVariant, err)
	}
	for key, value := range metadata {
		if name, ok := strings.CutPrefix(key, prefixProvenance); ok {
			m.Provenance[name] = value
		}
	}
	if err := checkTensors(tensors, spec); err != nil {
		return nil, err
	}
	if m.Net, err = New(spec); err != nil {
		return nil, err
	}
	for i, l := range m.Net.layers() {
		l.load(tensors[weightName(i)].data, tensors[biasName(i)].data)
	}
	return m, nil
}

// decodeSpec reads a net's shape from a file's metadata.
func decodeSpec(metadata map[string]string) (Spec, error) {
	if got := metadata[keyFormat]; got != formatName {
		return Spec{}, fmt.Errorf("metadata %s is %q, want %q: not a gammonlab model", keyFormat, got, formatName)
	}
	if got := metadata[keyVersion]; got != formatVersion {
		return Spec{}, fmt.Errorf("metadata %s is %q, this program reads %q", keyVersion, got, formatVersion)
	}
	if got := metadata[keyHead]; got != headProbabilities {
		return Spec{}, fmt.Errorf("metadata %s is %q, want %q", keyHead, got, headProbabilities)
	}
	spec := Spec{Features: metadata[keyFeatures]}
	var err error
	if spec.Hidden, err = ParseHidden(metadata[keyHidden]); err != nil {
		return Spec{}, fmt.Errorf("metadata %s: %w", keyHidden, err)
	}
	for _, name := range strings.Split(metadata[keyActivations], ",") {
		a, err := ParseActivation(name)
		if err != nil {
			return Spec{}, fmt.Errorf("metadata %s: %w", keyActivations, err)
		}
		spec.Activations = append(spec.Activations, a)
	}
	if err := spec.Validate(); err != nil {
		return Spec{}, fmt.Errorf("metadata: %w", err)
	}
	return spec, nil
}

// checkTensors reports why the tensors are not those of a net of the shape. It
// comes before the net, so that a file cannot ask for more memory than it has
// data for.
func checkTensors(tensors map[string]tensor, spec Spec) error {
	set, err := features.Lookup(spec.Features)
	if err != nil {
		return err
	}
	belongs := map[string]bool{}
	in := set.Len()
	for i, out := range append(slices.Clone(spec.Hidden), Outputs) {
		if err := checkTensor(tensors, weightName(i), out, in); err != nil {
			return err
		}
		if err := checkTensor(tensors, biasName(i), out); err != nil {
			return err
		}
		belongs[weightName(i)], belongs[biasName(i)] = true, true
		in = out
	}
	for _, name := range slices.Sorted(maps.Keys(tensors)) {
		if !belongs[name] {
			return fmt.Errorf("tensor %s does not belong to a net of shape %v", name, spec)
		}
	}
	return nil
}

// checkTensor reports what is wrong with the named tensor, which must have the
// shape and finite values.
func checkTensor(tensors map[string]tensor, name string, shape ...int) error {
	t, ok := tensors[name]
	if !ok {
		return fmt.Errorf("tensor %s is missing", name)
	}
	if !slices.Equal(t.shape, shape) {
		return fmt.Errorf("tensor %s has shape %v, want %v", name, t.shape, shape)
	}
	for i, v := range t.data {
		if v-v != 0 {
			return fmt.Errorf("tensor %s: value %d is %v", name, i, v)
		}
	}
	return nil
}

// load sets the layer's parameters to those of tensors of its shape.
func (l *layer) load(weight, bias []float32) {
	for o := range l.out {
		for in := range l.in {
			l.w[in*l.perIn+o*l.perOut] = weight[o*l.in+in]
		}
	}
	copy(l.b, bias)
}

// Load reads a model file.
func Load(path string) (*Model, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("nets: %w", err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxModelSize+1))
	if err != nil {
		return nil, fmt.Errorf("nets: %w", err)
	}
	if len(data) > maxModelSize {
		return nil, fmt.Errorf("nets: %s: larger than %d bytes", path, maxModelSize)
	}
	m, err := Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// Save writes the model file; an earlier one is replaced only once the new one
// is complete.
func (m *Model) Save(path string) error {
	data, err := m.Encode()
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(path, data)
}

// Digest returns the SHA-256 of the model's file, in hexadecimal.
func (m *Model) Digest() (string, error) {
	data, err := m.Encode()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}
