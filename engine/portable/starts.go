package portable

import (
	"bytes"
	"context"
	"io"
	"os"

	"gammonlab/board"
	"gammonlab/engine/selfplay"
	"gammonlab/farm"
)

// Starts describes the starting positions of games. The file of a pool is its
// content ([selfplay.Pool.Content]).
type Starts struct {
	Opening float64           `json:"opening"` // share of games from the opening
	Pools   []selfplay.PoolID `json:"pools"`
}

// DescribeStarts returns the description of the starting positions and the
// files that it names.
func DescribeStarts(s *selfplay.Starts) (Starts, []farm.File) {
	d := Starts{Opening: s.OpeningShare(), Pools: s.IDs()}
	var files []farm.File
	for i, pool := range s.Pools() {
		files = append(files, farm.File{
			SHA256: d.Pools[i].SHA256, Name: "positions of " + pool.Name, Size: int64(len(pool.Content())),
			Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(pool.Content())), nil },
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
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		pool, err := id.Pool(v, content)
		if err != nil {
			return nil, err
		}
		pools = append(pools, pool)
	}
	starts, err := selfplay.NewStarts(v, d.Opening, pools...)
	if err != nil {
		return nil, err
	}
	return starts, starts.Check(d.Pools)
}
