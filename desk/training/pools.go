package training

import (
	"encoding/json"
	"fmt"
	"strings"

	"gammonlab/engine/start"
	"gammonlab/internal/setting"
)

// Pool is a pool of starting positions: FILE or FILE=WEIGHT, or in the config of a run the
// content of a file.
type Pool struct {
	File string
	ID   start.PoolID
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (p *Pool) UnmarshalText(text []byte) error {
	*p = Pool{File: string(text)}
	return nil
}

// UnmarshalJSON implements [json.Unmarshaler].
func (p *Pool) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &p.File)
	}
	return json.Unmarshal(data, &p.ID)
}

// String returns the text.
func (p Pool) String() string { return p.File }

// files returns the files of the pools with their weights. Those of a run are the given
// files, whose contents must have the IDs.
func filesOf(pools []Pool, ofRun []string) (names []string, ids []start.PoolID, err error) {
	for _, pool := range pools {
		switch file, _, _ := strings.Cut(pool.File, "="); {
		case pool.ID != start.PoolID{}:
			ids = append(ids, pool.ID)
		case file == "":
			return nil, nil, setting.Errorf("%s: %q names no file, want FILE or FILE=WEIGHT", setting.Name("starts"), pool.File)
		default:
			names = append(names, pool.File)
		}
	}
	if ids != nil && (names != nil || len(ids) != len(ofRun)) {
		return nil, nil, setting.Errorf("%s: %d start_files, want one for each of the %d starts", setting.Name("starts"), len(ofRun), len(pools))
	}
	for i := range ids {
		names = append(names, fmt.Sprintf("%s=%v", ofRun[i], ids[i].Weight))
	}
	return names, ids, nil
}
