package portable

import (
	"context"
	"os"

	"gammonlab/engine/cube"
	"gammonlab/farm"
)

// DescribeMET returns the file of a match equity table.
func DescribeMET(m *cube.MET) (farm.File, error) {
	data, err := m.Encode()
	return FileOf("match equity table", data), err
}

// OpenMET opens the match equity table whose file has the given SHA-256.
func OpenMET(ctx context.Context, sum string, files farm.Files) (*cube.MET, error) {
	path, err := files(ctx, sum)
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return cube.DecodeMET(data)
}
