package training

import (
	"encoding/json"
	"fmt"
	"strings"

	"gammonlab/engine/player"
	"gammonlab/internal/setting"
)

// Pools are pools of starting positions, in texts a file on each line.
type Pools []Pool

// Pool is a pool of starting positions: FILE or FILE=WEIGHT, or in the config of a run the
// content of a file.
type Pool struct {
	File string
	ID   player.PoolID
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (p *Pools) UnmarshalText(text []byte) error {
	*p = nil
	for name := range strings.Lines(string(text)) {
		*p = append(*p, Pool{File: strings.TrimRight(name, "\r\n")})
	}
	return nil
}

// UnmarshalJSON implements [json.Unmarshaler].
func (p *Pools) UnmarshalJSON(data []byte) error { return setting.UnmarshalList(data, (*[]Pool)(p), p) }

// MarshalJSON implements [json.Marshaler].
func (p Pools) MarshalJSON() ([]byte, error) { return json.Marshal([]Pool(p)) }

// UnmarshalJSON implements [json.Unmarshaler].
func (p *Pool) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &p.File)
	}
	return json.Unmarshal(data, &p.ID)
}

// String returns the pools as users name them.
func (p Pools) String() string {
	names, _, _ := p.files(nil)
	return strings.Join(names, "\n")
}

// files returns the files of the pools with their weights. Those of a run are the given
// files, whose contents must have the IDs.
func (p Pools) files(ofRun []string) (names []string, ids []player.PoolID, err error) {
	for _, pool := range p {
		switch file, _, _ := strings.Cut(pool.File, "="); {
		case pool.ID != player.PoolID{}:
			ids = append(ids, pool.ID)
		case file == "":
			return nil, nil, setting.Errorf("%s: %q names no file, want FILE or FILE=WEIGHT", setting.Name("starts"), pool.File)
		default:
			names = append(names, pool.File)
		}
	}
	if ids != nil && (names != nil || len(ids) != len(ofRun)) {
		return nil, nil, setting.Errorf("%s: %d start_files, want one for each of the %d starts", setting.Name("starts"), len(ofRun), len(p))
	}
	for i := range ids {
		names = append(names, fmt.Sprintf("%s=%v", ofRun[i], ids[i].Weight))
	}
	return names, ids, nil
}
