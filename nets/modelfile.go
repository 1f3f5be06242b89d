package nets

import (
	"fmt"
	"io"
	"os"
	"strings"

	"gammonlab/internal/atomicfile"
	"gammonlab/internal/digest"
	"gammonlab/internal/floats"
	"gammonlab/internal/safetensors"
)

// Metadata keys of a model file; a part follows keys that end in a dot.
const (
	keyFormat         = "format"
	keyVersion        = "format_version"
	keyFeatures       = "features."
	keyModule         = "module." // only for sets of other modules
	keyHidden         = "hidden."
	keyActivations    = "activations."
	keyHead           = "head"
	keyVariant        = "variant"
	keyPrecision      = "precision" // only if it is not Float32
	prefixProvenance  = "provenance."
	formatName        = "gammonlab-model"
	formatVersion     = "1"
	headProbabilities = ": win, win_gammon, win_backgammon, lose_gammon, lose_backgammon" // after the activation
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
	if !m.NoSum {
		metadata[safetensors.KeySum] = ""
	}
	if m.Precision != "" {
		metadata[keyPrecision] = string(m.Precision)
	}
	for key, value := range m.Provenance {
		metadata[prefixProvenance+key] = value
	}
	tensors := map[string]safetensors.Tensor{}
	kind := m.kind()
	for part, n := range m.Nets {
		part.describe(n, metadata)
		part.addTensors(n, kind, tensors)
	}
	return safetensors.Encode(tensors, metadata)
}

// describe adds the shape of the part's net to the metadata.
func (p Part) describe(n *Net, metadata map[string]string) {
	spec := &n.spec
	var activations []string
	for _, a := range spec.Activations {
		activations = append(activations, string(a))
	}
	metadata[keyFeatures+string(p)] = spec.Features
	if n.module != "" {
		metadata[keyModule+string(p)] = n.module
	}
	metadata[keyHidden+string(p)] = FormatHidden(spec.Hidden)
	metadata[keyActivations+string(p)] = strings.Join(activations, ",")
}

// addTensors adds the layers of the part's net. The weights get the kind.
func (p Part) addTensors(n *Net, kind floats.Kind, tensors map[string]safetensors.Tensor) {
	for i, l := range n.layers() {
		weight := safetensors.Tensor{Shape: []int{l.out, l.in}, Kind: kind}
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

// Load reads a model file in any format that [Decode] supports.
func Load(path string) (*Model, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxModelSize+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxModelSize {
		return nil, fmt.Errorf("%s: larger than %d bytes", path, maxModelSize)
	}
	m, err := Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// Save writes the model file. It replaces an existing file only when the new file is
// complete. It returns an error instead of writing a file that [Load] would reject.
func (m *Model) Save(path string) error {
	data, err := m.Encode()
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if len(data) > maxModelSize {
		return fmt.Errorf("writing %s: larger than %d bytes", path, maxModelSize)
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
