package cliutil

import (
	"context"
	"os"
	"slices"
	"sync"
	"time"

	"gammonlab/nets"
)

// keptModels are the models that the commands of a server have loaded.
type keptModels struct {
	mu  sync.Mutex
	all map[string]keptModel
}

// keptModel is a model with the size and the time of its file, which are 0 for shipped nets.
type keptModel struct {
	model *nets.Model
	size  int64
	time  time.Time
}

type keptKey struct{}

// KeepModels returns a context whose commands share the models that they load and do not
// change. A file that has changed is loaded again.
func KeepModels(ctx context.Context) context.Context {
	return context.WithValue(ctx, keptKey{}, &keptModels{all: map[string]keptModel{}})
}

// loadKept is [LoadModel] with the models that a context keeps.
func loadKept(ctx context.Context, name string) (*nets.Model, error) {
	kept, ok := ctx.Value(keptKey{}).(*keptModels)
	if !ok {
		return LoadModel(name)
	}
	var now keptModel
	if !slices.Contains(nets.Shipped(), name) {
		info, err := os.Stat(name)
		if err != nil {
			return LoadModel(name)
		}
		now.size, now.time = info.Size(), info.ModTime()
	}
	kept.mu.Lock()
	defer kept.mu.Unlock()
	if k, ok := kept.all[name]; ok && k.size == now.size && k.time.Equal(now.time) {
		return k.model, nil
	}
	var err error
	if now.model, err = LoadModel(name); err == nil {
		kept.all[name] = now
	}
	return now.model, err
}
