package nets

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/digest"
	"gammonlab/internal/safetensors"
)

// Metadata of a model file; keys that end in a dot are followed by a part.
const (
	keyFormat         = "format"
	keyVersion        = "format_version"
	keyFeatures       = "features."
	keyHidden         = "hidden."
	keyActivations    = "activations."
	keyHead           = "head"
	keyVariant        = "variant"
	prefixProvenance  = "provenance."
	formatName        = "gammonlab-model"
	formatVersion     = "1"
	headProbabilities = ": win, win_gammon, win_backgammon, lose_gammon, lose_backgammon" // behind the activation
	maxModelSize      = 1 << 30
)

// Encode returns the model as a safetensors file.
func (m *Model) Encode() ([]byte, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	metadata := map[string]string{
		keyFormat:  formatName,
		keyVersion: formatVersion,
		keyHead:    string(m.head()) + headProbabilities,
		keyVariant: m.Variant.String(),
	}
	for key, value := range m.Provenance {
		metadata[prefixProvenance+key] = value
	}
	tensors := map[string]safetensors.Tensor{}
	for part, n := range m.Nets {
		part.describe(&n.spec, metadata)
		part.addTensors(n, tensors)
	}
	return safetensors.Encode(tensors, metadata)
}

// describe adds the shape of the part's net to the metadata.
func (p Part) describe(spec *Spec, metadata map[string]string) {
	var activations []string
	for _, a := range spec.Activations {
		activations = append(activations, string(a))
	}
	metadata[keyFeatures+string(p)] = spec.Features
	metadata[keyHidden+string(p)] = FormatHidden(spec.Hidden)
	metadata[keyActivations+string(p)] = strings.Join(activations, ",")
}

// addTensors adds the layers of the part's net.
func (p Part) addTensors(n *Net, tensors map[string]safetensors.Tensor) {
	for i, l := range n.layers() {
		weight := safetensors.Tensor{Shape: []int{l.out, l.in}}
		for o := range l.out {
			for in := range l.in {
				weight.Data = append(weight.Data, l.w[in*l.perIn+o*l.perOut])
			}
		}
		tensors[p.weightName(i)] = weight
		tensors[p.biasName(i)] = safetensors.Vector(l.b[:l.out])
	}
}

func (p Part) weightName(layer int) string { return fmt.Sprintf("%s.layer%d.weight", p, layer) }
func (p Part) biasName(layer int) string   { return fmt.Sprintf("%s.layer%d.bias", p, layer) }

// Decode reads a model from the bytes of a file: safetensors as [Model.Encode]
// writes it, or GNU Backgammon's weights in either form, see [DecodeGnubg].
func Decode(file []byte) (*Model, error) {
	if isGnubgText(file) || isGnubgBinary(file) {
		all, version, err := DecodeGnubg(file)
		if err != nil {
			return nil, err
		}
		return &Model{Nets: all, Variant: board.Backgammon, Provenance: map[string]string{
			"made_by": "GNU Backgammon, weights " + version,
		}}, nil
	}
	tensors, metadata, err := safetensors.Decode(file)
	if err != nil {
		return nil, fmt.Errorf("nets: %w", err)
	}
	m, err := decodeModel(tensors, metadata)
	if err != nil {
		return nil, fmt.Errorf("nets: %w", err)
	}
	if err := m.Validate(); err != nil {
		return nil, err
	}
	return m, nil
}

func decodeModel(tensors map[string]safetensors.Tensor, metadata map[string]string) (*Model, error) {
	if err := checkFormat(metadata); err != nil {
		return nil, err
	}
	m := &Model{Nets: map[Part]*Net{}, Provenance: map[string]string{}}
	var err error
	if m.Variant, err = board.ParseVariant(metadata[keyVariant]); err != nil {
		return nil, fmt.Errorf("metadata %s: %w", keyVariant, err)
	}
	for key, value := range metadata {
		if name, ok := strings.CutPrefix(key, prefixProvenance); ok {
			m.Provenance[name] = value
		}
	}
	belongs := map[string]bool{}
	for _, part := range Parts() {
		if _, ok := metadata[keyFeatures+string(part)]; !ok {
			continue
		}
		if m.Nets[part], err = decodeNet(part, tensors, metadata, belongs); err != nil {
			return nil, err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(tensors)) {
		if !belongs[name] {
			return nil, fmt.Errorf("tensor %s belongs to no net of the model, which has %v", name, m.parts())
		}
	}
	return m, nil
}

// checkFormat reports why the metadata are not those of a model file.
func checkFormat(metadata map[string]string) error {
	if got := metadata[keyFormat]; got != formatName {
		return fmt.Errorf("metadata %s is %q, want %q: not a gammonlab model", keyFormat, got, formatName)
	}
	if got := metadata[keyVersion]; got != formatVersion {
		return fmt.Errorf("metadata %s is %q, this program reads %q", keyVersion, got, formatVersion)
	}
	activation, outputs := headActivation(metadata)
	if (activation != Sigmoid && activation != GnubgSigmoid) || ":"+outputs != headProbabilities {
		return fmt.Errorf("metadata %s is %q, want %q", keyHead, metadata[keyHead], Sigmoid+headProbabilities)
	}
	return nil
}

// headActivation returns the activation of the outputs and what is said of them
// besides.
func headActivation(metadata map[string]string) (Activation, string) {
	activation, outputs, _ := strings.Cut(metadata[keyHead], ":")
	return Activation(activation), outputs
}

// decodeNet returns the net of the part and notes the tensors that it is made
// of.
func decodeNet(part Part, tensors map[string]safetensors.Tensor, metadata map[string]string, belongs map[string]bool) (*Net, error) {
	spec, err := decodeSpec(part, metadata)
	if err != nil {
		return nil, err
	}
	if err := checkTensors(part, tensors, spec, belongs); err != nil {
		return nil, err
	}
	n, err := New(spec)
	if err != nil {
		return nil, err
	}
	for i, l := range n.layers() {
		l.load(tensors[part.weightName(i)].Data, tensors[part.biasName(i)].Data)
	}
	return n, nil
}

// decodeSpec reads the shape of the part's net from a file's metadata.
func decodeSpec(part Part, metadata map[string]string) (Spec, error) {
	spec := Spec{Features: metadata[keyFeatures+string(part)]}
	var err error
	key := keyHidden + string(part)
	if spec.Hidden, err = ParseHidden(metadata[key]); err != nil {
		return Spec{}, fmt.Errorf("metadata %s: %w", key, err)
	}
	key = keyActivations + string(part)
	for _, name := range strings.Split(metadata[key], ",") {
		a, err := ParseActivation(name)
		if err != nil {
			return Spec{}, fmt.Errorf("metadata %s: %w", key, err)
		}
		spec.Activations = append(spec.Activations, a)
	}
	if activation, _ := headActivation(metadata); activation != Sigmoid {
		spec.Head = activation
	}
	if err := spec.Validate(); err != nil {
		return Spec{}, fmt.Errorf("metadata of %s: %w", part, err)
	}
	return spec, nil
}

// checkTensors reports why the tensors are not those of a net of the shape, and
// notes which they are. It comes before the net, so that a file cannot ask for
// more memory than it has data for.
func checkTensors(part Part, tensors map[string]safetensors.Tensor, spec Spec, belongs map[string]bool) error {
	set, err := features.Lookup(spec.Features)
	if err != nil {
		return err
	}
	in := set.Len()
	for i, out := range append(slices.Clone(spec.Hidden), Outputs) {
		weight, bias := part.weightName(i), part.biasName(i)
		if err := checkTensor(tensors, weight, out, in); err != nil {
			return err
		}
		if err := checkTensor(tensors, bias, out); err != nil {
			return err
		}
		belongs[weight], belongs[bias] = true, true
		in = out
	}
	return nil
}

// checkTensor reports what is wrong with the named tensor, which must have the
// shape and finite values.
func checkTensor(tensors map[string]safetensors.Tensor, name string, shape ...int) error {
	t, ok := tensors[name]
	if !ok {
		return fmt.Errorf("tensor %s is missing", name)
	}
	if !slices.Equal(t.Shape, shape) {
		return fmt.Errorf("tensor %s has shape %v, want %v", name, t.Shape, shape)
	}
	for i, v := range t.Data {
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

// Load reads a model file in any form that [Decode] knows.
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
// is complete. A file that [Load] would refuse is not written.
func (m *Model) Save(path string) error {
	data, err := m.Encode()
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if len(data) > maxModelSize {
		return fmt.Errorf("nets: writing %s: larger than %d bytes", path, maxModelSize)
	}
	if _, err := Decode(data); err != nil {
		return fmt.Errorf("writing %s: it could not be read again: %w", path, err)
	}
	return atomicfile.WriteFile(path, data)
}

// Digest returns the digest of the model's file, see internal/digest.
func (m *Model) Digest() (string, error) {
	data, err := m.Encode()
	if err != nil {
		return "", err
	}
	return digest.Bytes(data), nil
}
