package nets

import (
	"fmt"
	"maps"
	"strings"

	"gammonlab/internal/floats"
)

// Info describes a model, for text and JSON output.
type Info struct {
	Name string `json:"model"` // as passed to Model.Info
	*NetInfo
	Nets       []PartInfo        `json:"nets,omitempty"` // shape of each net, if there is more than one
	Variant    string            `json:"variant"`
	Weights    int               `json:"weights" meaning:"weights and biases of all nets"`
	Precision  string            `json:"precision,omitempty"`  // f16 for half precision; "" for single
	Evaluation Precision         `json:"evaluation,omitempty"` // precision in which it evaluates; "" for Float32
	SHA256     string            `json:"digest"`               // SHA-256 of the file
	Provenance map[string]string `json:"provenance"`
}

// NetInfo is the shape of a net.
type NetInfo struct {
	Spec        string       `json:"shape"`
	Features    string       `json:"features"`
	Module      string       `json:"module,omitempty"` // module that has the feature set; missing for sets of gammonlab
	Hidden      []int        `json:"hidden"`
	Activations []Activation `json:"activations"`
}

// PartInfo is the shape of one net of several.
type PartInfo struct {
	Part Part `json:"part"`
	NetInfo
}

// Info returns the description of the model, with the given name.
func (m *Model) Info(name string) (*Info, error) {
	digest, err := m.Digest()
	if err != nil {
		return nil, err
	}
	info := &Info{Name: name, Variant: m.Variant.String(), Evaluation: m.Precision, SHA256: digest, Provenance: maps.Collect(maps.All(m.Provenance))}
	if kind := m.kind(); kind != floats.F32 {
		info.Precision = strings.ToLower(kind.String())
	}
	for _, p := range m.shapes() {
		info.Weights += m.Nets[p.Part].NumWeights()
		info.Nets = append(info.Nets, p)
	}
	if _, err := m.Single(); err == nil {
		info.NetInfo, info.Nets = &info.Nets[0].NetInfo, nil
	}
	return info, nil
}

// shapes returns the shapes of all nets.
func (m *Model) shapes() []PartInfo {
	var all []PartInfo
	for _, part := range Parts() {
		if n := m.Nets[part]; n != nil {
			spec := n.Spec()
			all = append(all, PartInfo{part, NetInfo{spec.String(), spec.Features, n.module, spec.Hidden, spec.Activations}})
		}
	}
	return all
}

// Shapes returns a short description of the model's nets.
func (m *Model) Shapes() string {
	shapes := m.shapes()
	if _, err := m.Single(); err == nil {
		return shapes[0].Spec + " over " + shapes[0].Features
	}
	var all []string
	for _, p := range shapes {
		all = append(all, fmt.Sprintf("%s %s", p.Part, p.Spec))
	}
	return strings.Join(all, ", ")
}

// Fields returns names and values of all fields except the provenance.
func (i *Info) Fields() [][2]string {
	fields := [][2]string{{"model", i.Name}}
	if i.NetInfo != nil {
		fields = append(fields, [2]string{"shape", i.Spec}, [2]string{"features", i.inputs()},
			[2]string{"activations", i.activations()})
	}
	for _, p := range i.Nets {
		fields = append(fields, [2]string{string(p.Part), p.Spec + " over " + p.inputs() + ", " + p.activations()})
	}
	fields = append(fields, [2]string{"variant", i.Variant}, [2]string{"weights", fmt.Sprint(i.Weights)})
	if i.Precision != "" {
		fields = append(fields, [2]string{"precision", i.Precision})
	}
	if i.Evaluation != "" {
		fields = append(fields, [2]string{"evaluation", string(i.Evaluation)})
	}
	return append(fields, [2]string{"sha256", i.SHA256})
}

// inputs returns the feature set, with its module if that is another one.
func (s *NetInfo) inputs() string {
	if s.Module == "" {
		return s.Features
	}
	return s.Features + " of " + s.Module
}

// activations returns the activations of the hidden layers.
func (s *NetInfo) activations() string {
	var all []string
	for _, a := range s.Activations {
		all = append(all, string(a))
	}
	return strings.Join(all, ", ")
}
