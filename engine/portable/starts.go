package portable

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"

	"gammonlab/board"
	"gammonlab/engine/selfplay"
	"gammonlab/internal/farm"
)

// Starts describes the starting positions of games. The file of a pool consists
// of the keys of its positions.
type Starts struct {
	Opening float64           `json:"opening"` // share of games from the opening
	Pools   []selfplay.PoolID `json:"pools"`
}

const keyLen = len(board.Key{})

// DescribeStarts returns the description of the starting positions and the
// files that it names.
func DescribeStarts(s *selfplay.Starts) (Starts, []farm.File) {
	d := Starts{Opening: s.OpeningShare(), Pools: s.IDs()}
	var files []farm.File
	for i, pool := range s.Pools() {
		files = append(files, farm.File{
			SHA256: d.Pools[i].SHA256, Name: "positions of " + pool.Name, Size: int64(keyLen * len(pool.Positions)),
			Open: func() (io.ReadCloser, error) {
				var keys []byte
				for k := range pool.Positions {
					key := pool.Positions[k].Key()
					keys = append(keys, key[:]...)
				}
				return io.NopCloser(bytes.NewReader(keys)), nil
			},
		})
	}
	return d, files
}

// Open reads the positions, which must be of the variant.
func (d *Starts) Open(ctx context.Context, v board.Variant, files farm.Files) (*selfplay.Starts, error) {
	var pools []selfplay.Pool
	for _, id := range d.Pools {
		path, err := files(ctx, id.SHA256)
		if err != nil {
			return nil, err
		}
		keys, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		pool := selfplay.Pool{Name: "the pool " + id.SHA256, Weight: id.Weight}
		for ; len(keys) >= keyLen; keys = keys[keyLen:] {
			pos, err := board.Key(keys[:keyLen]).Position(v)
			if err != nil {
				return nil, fmt.Errorf("%s: position %d: %w", pool.Name, len(pool.Positions)+1, err)
			}
			pool.Positions = append(pool.Positions, pos)
		}
		pools = append(pools, pool)
	}
	starts, err := selfplay.NewStarts(v, d.Opening, pools...)
	if err != nil {
		return nil, err
	}
	return starts, starts.Check(d.Pools)
}
