package generate

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"

	"gammonlab/engine"
	"gammonlab/engine/named"
	"gammonlab/engine/rollers"
	"gammonlab/engine/start"
	"gammonlab/farm"
	"gammonlab/internal/digest"
	"gammonlab/internal/strictjson"
	"gammonlab/nets/kernel"
)

// kindName is the name of the format of shards, results and descriptions.
const kindName = "generate/1"

// JobKind returns the kind of farm jobs that play games for databases and search for
// informative positions.
func JobKind() farm.Kind { return farm.NewKind(kindName, open) }

// job returns the work that makes a database. Its goroutines keep only positions of the
// wanted classes. inputs is the digest of the input files.
func (s *Settings) job(wanted func(engine.Class) bool, inputs string) (*farm.Work[*shard], error) {
	d, err := newDoer(s, wanted)
	if err != nil {
		return nil, err
	}
	return farm.NewWork(d, func() (*farm.Description, error) { return s.describe(inputs) }), nil
}

// describe returns the description of the job for other machines.
func (s *Settings) describe(inputs string) (*farm.Description, error) {
	described, files, err := named.Describe(s)
	if err != nil {
		return nil, err
	}
	data, err := digest.JSON(s.identity(inputs))
	if err != nil {
		return nil, err
	}
	if s.Drawn != nil {
		described.Opening, described.Pools = s.Drawn.OpeningShare(), s.Drawn.IDs()
		for i, pool := range s.Drawn.Pools() {
			content := pool.Content()
			files = append(files, farm.File{
				SHA256: described.Pools[i].SHA256, Name: "positions of " + pool.Name, Size: int64(len(content)),
				Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil },
			})
		}
	}
	text, err := json.Marshal(described)
	return &farm.Description{Kind: kindName, Spec: text, Class: kernel.Class(), Files: farm.Distinct(files), Data: data}, err
}

// open makes the doer from a description.
func open(ctx context.Context, text json.RawMessage, files farm.Files) (farm.Worker[*shard], error) {
	s := new(Settings)
	err := strictjson.Unmarshal(text, s)
	if err == nil {
		err = s.validateItems()
	}
	if err == nil {
		err = s.openPools(ctx, files)
	}
	if err == nil {
		err = named.Open(s, rollers.Files(ctx, files))
	}
	if err == nil {
		err = s.checkOpen()
	}
	if err != nil {
		return nil, err
	}
	s = s.shared()
	return newDoer(s, s.wants)
}

// openPools reads the starting positions of the description.
func (s *Settings) openPools(ctx context.Context, files farm.Files) error {
	if s.Pools == nil {
		return nil
	}
	var pools []start.Pool
	for _, id := range s.Pools {
		path, err := files(ctx, id.SHA256)
		if err != nil {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		pool, err := id.Pool(s.Variant, content)
		if err != nil {
			return err
		}
		pools = append(pools, pool)
	}
	var err error
	if s.Drawn, err = start.New(s.Variant, s.Opening, pools...); err != nil {
		return err
	}
	return s.Drawn.Check(s.Pools)
}
