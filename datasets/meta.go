package datasets

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/arrow/go/v15/parquet/metadata"

	"gammonlab/board"
	"gammonlab/internal/parquetfile"
)

// Meta is the metadata of a database.
type Meta struct {
	Variant board.Variant
	Cubes   bool // rows may have [Cubes.States]
	// Provenance has the origin of the rows: settings, seeds, digests of models and of
	// other databases. It must be equal for equal runs.
	Provenance map[string]string
}

// Keys of the metadata of a file.
const (
	formatKey        = "format"
	versionKey       = "format_version"
	variantKey       = "variant"
	cubesKey         = "cube_columns_version"
	meaningPrefix    = "column."
	provenancePrefix = "provenance."

	formatName = "gammonlab-dataset"
)

// entries returns the metadata for a file, without checksums.
func (m *Meta) entries() metadata.KeyValueMetadata {
	kv := metadata.NewKeyValueMetadata()
	put := func(key, value string) {
		if err := kv.Append(key, value); err != nil {
			panic(err) // check has rejected invalid values
		}
	}
	put(formatKey, formatName)
	put(versionKey, strconv.Itoa(Version))
	put(variantKey, m.Variant.String())
	if m.Cubes {
		put(cubesKey, m.cubesVersion())
		put(meaningPrefix+CubefulColumn, cubefulMeaning)
		for _, c := range cubeColumns {
			put(meaningPrefix+c.name, c.meaning)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(m.Provenance)) {
		put(provenancePrefix+key, m.Provenance[key])
	}
	return kv
}

// cubesVersion returns the version of the columns of cubes, "" without them.
func (m *Meta) cubesVersion() string {
	if m.Cubes {
		return cubesVersion
	}
	return ""
}

// check returns an error for metadata that cannot be written.
func (m *Meta) check() error {
	if !slices.Contains(board.Variants(), m.Variant) {
		return fmt.Errorf("unknown variant %v", m.Variant)
	}
	for key, value := range m.Provenance {
		if clean := strings.ToValidUTF8(key+value, ""); clean != key+value {
			return fmt.Errorf("provenance %q is %q, want UTF-8", key, value)
		}
	}
	return nil
}

// parseMeta reads the metadata of a file.
func parseMeta(kv metadata.KeyValueMetadata) (m Meta, err error) {
	switch format := kv.FindValue(formatKey); {
	case format == nil:
		return m, fmt.Errorf("a Parquet file of another program: its metadata have no %s, want %s", formatKey, formatName)
	case *format != formatName:
		return m, fmt.Errorf("metadata: %s is %q, want %s", formatKey, *format, formatName)
	}
	if version := parquetfile.Value(kv, versionKey); version != strconv.Itoa(Version) {
		return m, fmt.Errorf("metadata: %s is %q, this program reads version %d", versionKey, version, Version)
	}
	if m.Variant, err = board.ParseVariant(parquetfile.Value(kv, variantKey)); err != nil {
		return m, fmt.Errorf("metadata: %s: %w", variantKey, err)
	}
	m.Cubes = kv.FindValue(cubesKey) != nil
	if version := parquetfile.Value(kv, cubesKey); version != m.cubesVersion() {
		return m, fmt.Errorf("metadata: %s is %q, this program reads version %s", cubesKey, version, cubesVersion)
	}
	m.Provenance = map[string]string{}
	keys, values := kv.Keys(), kv.Values()
	for i, key := range keys {
		if name, ok := strings.CutPrefix(key, provenancePrefix); ok {
			m.Provenance[name] = values[i]
		}
	}
	return m, nil
}
