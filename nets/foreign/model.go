package foreign

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gammonlab/board"
	"gammonlab/nets"
)

// Source is a net to be added to a model.
type Source struct {
	Name string // name of the file, for messages
	Net  *Net
	Settings
}

// Model returns a model with the nets, each for its part. If base is not nil, other parts
// have the nets of base. The model has the variant of base or, without base, of the files;
// if no file contains a variant, it has the given variant. Errors name the source.
func Model(sources []Source, base *nets.Model, variant board.Variant) (*nets.Model, error) {
	m := &nets.Model{Nets: map[nets.Part]*nets.Net{}, Variant: variant, Provenance: map[string]string{}}
	if base != nil {
		digest, err := base.Digest()
		if err != nil {
			return nil, err
		}
		maps.Copy(m.Nets, base.Nets)
		m.Variant, m.Provenance["base"] = base.Variant, digest
	}
	taken := map[nets.Part]string{}
	for i := range sources {
		s := &sources[i]
		part := s.Net.part(&s.Settings)
		if other, twice := taken[part]; twice {
			return nil, fmt.Errorf("%s and %s are both nets for %s: say which parts they are for", other, s.Name, part)
		}
		taken[part] = s.Name
		net, err := s.Net.build(&s.Settings)
		if err == nil {
			err = s.checkVariant(m, i == 0 && base == nil)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		m.Nets[part] = net
		s.addProvenance(m, part)
	}
	if err := m.Validate(); err != nil {
		return nil, err
	}
	return m, nil
}

// checkVariant sets the model's variant to the variant of the first file, and returns an
// error if a later file has another variant.
func (s *Source) checkVariant(m *nets.Model, first bool) error {
	text := s.Net.Metadata[keyVariant]
	if text == "" {
		return nil
	}
	v, err := board.ParseVariant(text)
	if err != nil {
		return fmt.Errorf("metadata %s: %w", keyVariant, err)
	}
	if first {
		m.Variant = v
	}
	if v != m.Variant {
		return fmt.Errorf("a net for %v, the others are for %v", v, m.Variant)
	}
	return nil
}

// addProvenance adds the provenance in the file. If another net has a different entry with
// the same key, it appends the part to the key. For a file without provenance it adds the
// format of the file.
func (s *Source) addProvenance(m *nets.Model, part nets.Part) {
	suffix := "_" + strings.ReplaceAll(string(part), "-", "_")
	said := false
	for _, key := range slices.Sorted(maps.Keys(s.Net.Metadata)) {
		name, ok := strings.CutPrefix(key, prefixProvenance)
		if !ok {
			continue
		}
		said = true
		value := s.Net.Metadata[key]
		if there, taken := m.Provenance[name]; taken && there != value {
			name += suffix
		}
		m.Provenance[name] = value
	}
	if !said {
		m.Provenance["imported"+suffix] = s.Net.Format
	}
}
