package nets

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/floats"
	"gammonlab/internal/safetensors"
)

// Decode decodes a model file: safetensors as [Model.Encode] writes it, or GNU
// Backgammon's weights in either form, see [DecodeGnubg].
func Decode(file []byte) (*Model, error) {
	if isGnubgText(file) || isGnubgBinary(file) {
		all, version, err := DecodeGnubg(file)
		if err != nil {
			return nil, err
		}
		return &Model{Nets: all, Variant: board.Backgammon, NoSum: true, Provenance: map[string]string{
			"made_by": "GNU Backgammon, weights " + version,
		}}, nil
	}
	tensors, metadata, err := safetensors.Decode(file, floats.F16)
	if err != nil {
		return nil, err
	}
	m, err := decodeModel(tensors, metadata)
	if err != nil {
		return nil, err
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
	m := &Model{Nets: map[Part]*Net{}, Provenance: map[string]string{}, Half: halfWeights(tensors)}
	_, summed := metadata[safetensors.KeySum]
	m.NoSum = !summed
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
	if p := metadata[keyPrecision]; p != "" {
		precision, err := ParsePrecision(p)
		if err != nil {
			return nil, fmt.Errorf("metadata %s: %w", keyPrecision, err)
		}
		m = m.In(precision)
	}
	return m, nil
}

// halfWeights reports whether all matrices are of half precision.
func halfWeights(tensors map[string]safetensors.Tensor) bool {
	for _, t := range tensors {
		if len(t.Shape) == 2 && t.Kind != floats.F16 {
			return false
		}
	}
	return true
}

// checkFormat returns an error if the metadata do not belong to a model file.
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

// headActivation returns the activation of the outputs, and the rest of the
// head's description.
func headActivation(metadata map[string]string) (Activation, string) {
	activation, outputs, _ := strings.Cut(metadata[keyHead], ":")
	return Activation(activation), outputs
}

// decodeNet returns the net of the part and adds the names of its tensors to
// belongs.
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
	n.module = metadata[keyModule+string(part)]
	for i, l := range n.layers() {
		l.load(tensors[part.weightName(i)].Data, tensors[part.biasName(i)].Data)
	}
	return n, nil
}

// decodeSpec reads the shape of the part's net from a file's metadata.
func decodeSpec(part Part, metadata map[string]string) (Spec, error) {
	spec := Spec{Features: metadata[keyFeatures+string(part)]}
	_, err := features.Lookup(spec.Features)
	if err != nil {
		return Spec{}, fmt.Errorf("metadata %s%s: %w; %s", keyFeatures, part, err, features.Whence(metadata[keyModule+string(part)]))
	}
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

// checkTensors returns an error if the tensors do not fit a net of the shape,
// and adds their names to belongs. It runs before the net is allocated, so a
// file cannot cause larger allocations than its own size.
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

// checkTensor returns an error unless the named tensor exists and has the shape
// and finite values.
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

// load sets the layer's parameters from tensors of its shape.
func (l *layer) load(weight, bias []float32) {
	for o := range l.out {
		for in := range l.in {
			l.w[in*l.perIn+o*l.perOut] = weight[o*l.in+in]
		}
	}
	copy(l.b, bias)
}
