package pagetest

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"gammonlab/internal/longtest"
	"gammonlab/internal/waittest"
)

// Variable is the environment variable with the path of a Chromium, for machines whose PATH
// contains none of its usual names.
const Variable = "GAMMONLAB_CHROMIUM"

// Browser is a running Chromium with one page. Only one goroutine may use it.
type Browser struct {
	t   testing.TB
	ctx context.Context

	mu     sync.Mutex
	server string   // server of the open page; "" for a file
	faults []string // faults of the open page
}

// Start starts a browser that ends with the test. Without a Chromium it skips the test, but
// fails it if the variable is set. Short tests use a browser only in make test-long.
func Start(t testing.TB) *Browser {
	t.Helper()
	if testing.Short() && !longtest.Wanted() {
		t.Skip("short: pages in a browser are slow under the race detector, which make test-long does")
	}
	b := &Browser{t: t}
	path := find(t)
	for attempts := 3; ; attempts-- {
		err := b.start(path)
		if err == nil {
			break
		}
		if attempts == 1 {
			t.Fatalf("the browser: %v", err)
		}
		t.Logf("the browser, another time: %v", err)
	}
	call(b, "network", network.Enable, network.EnableParams{})
	return b
}

// start starts a Chromium. Sometimes a Chromium without a fault crashes before it has
// opened its first page.
func (b *Browser) start(path string) error {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true), chromedp.WSURLReadTimeout(waittest.Patience))
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(ctx, chromedp.WithListener(b.note))
	b.ctx = ctx
	if _, err := attempt(b, action(log.Enable, cdp.Empty{})); err != nil {
		cancel()
		stop()
		return err
	}
	b.t.Cleanup(stop)
	b.t.Cleanup(cancel)
	return nil
}

// find returns the path of a Chromium. The headless shell has the same engine and no window,
// whose drawing takes a third of the time of a test.
func find(t testing.TB) string {
	t.Helper()
	if path := os.Getenv(Variable); path != "" {
		if _, err := exec.LookPath(path); err != nil {
			t.Fatalf("%s: %v", Variable, err)
		}
		return path
	}
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skipf("NOT RUN: no Chromium is installed, and no page was opened; %s can say where one is", Variable)
	return ""
}

// action returns a command of the browser's protocol as an action of chromedp.
func action[P, R any](command cdp.Command[P, R], params P) chromedp.Action[R] {
	return func(ctx context.Context, t *chromedp.Target) (R, error) { return cdp.Call(ctx, t, command, params) }
}

// call sends a command to the browser and returns its answer.
func call[P, R any](b *Browser, what string, command cdp.Command[P, R], params P) R {
	b.t.Helper()
	return run(b, what, action(command, params))
}

// run runs an action of chromedp and returns its value.
func run[T any](b *Browser, what string, action chromedp.Action[T]) T {
	b.t.Helper()
	value, err := attempt(b, action)
	if err != nil {
		b.t.Fatalf("%s: %v", what, err)
	}
	return value
}

// attempt runs an action that may fail.
func attempt[T any](b *Browser, action chromedp.Action[T]) (T, error) {
	ctx := b.ctx
	if chromedp.FromContext(ctx).Target != nil { // a time limit on the first action would end the browser
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, waittest.Patience)
		defer cancel()
	}
	return chromedp.Run(ctx, action)
}

// Do runs actions of chromedp on the page.
func (b *Browser) Do(what string, actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	run(b, what, chromedp.Steps(actions...))
}

// Evaluate evaluates a JavaScript expression in the page and decodes the value into
// answer, unless answer is nil. If the value is a promise, it waits for the result. It
// returns the faults of the page since the page was opened.
func (b *Browser) Evaluate(answer any, expression string) (faults []string) {
	b.t.Helper()
	text := run(b, fmt.Sprintf("%.200s", expression), chromedp.Evaluate[[]byte](expression, chromedp.EvalAwaitPromise, chromedp.EvalAsValue))
	if answer == nil {
		return b.Faults()
	}
	if err := json.Unmarshal(text, answer); err != nil {
		b.t.Fatalf("%.200s: %v in %q", expression, err, text)
	}
	return b.Faults()
}

// navigate opens an address in a window of the width, as a phone does if mobile is set, and
// waits until everything is loaded.
func (b *Browser) navigate(url, server string, width int, mobile bool) {
	b.t.Helper()
	b.mu.Lock()
	b.server, b.faults = server, nil
	b.mu.Unlock()
	b.Size(width, 844, mobile)
	call(b, url, page.Navigate, page.NavigateParams{URL: url})
	b.Await("document.readyState == 'complete'")
}

// Size sets the size of the window, on a phone if mobile is set.
func (b *Browser) Size(width, height int, mobile bool) {
	b.t.Helper()
	call(b, "size of the screen", emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: int64(width), Height: int64(height), DeviceScaleFactor: 1, Mobile: mobile,
	})
}

// Faults returns the faults of the page since the page was opened: messages on the
// console, and requests to other servers.
func (b *Browser) Faults() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string(nil), b.faults...)
}

// note records an event that reports a fault, or a request to another server.
func (b *Browser) note(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		b.fault("exceptionThrown", e.ExceptionDetails)
	case *runtime.EventConsoleAPICalled:
		b.fault("consoleAPICalled", e.Args)
	case *log.EventEntryAdded:
		b.fault("entryAdded", e.Entry)
	case *network.EventRequestWillBeSent:
		if url := e.Request.URL; !b.belongs(url) {
			b.faults = append(b.faults, "it asks for "+url)
		}
	}
}

func (b *Browser) fault(what string, details any) {
	text, err := json.Marshal(details)
	if err != nil {
		text = fmt.Append(nil, details)
	}
	b.faults = append(b.faults, fmt.Sprintf("%s: %.300s", what, text))
}

// belongs reports whether a page may request an address: one on the page's server, an HTML
// file or a data URL.
func (b *Browser) belongs(url string) bool {
	if b.server != "" && (url == b.server || strings.HasPrefix(url, b.server+"/")) {
		return true
	}
	return strings.HasPrefix(url, "file:") && strings.HasSuffix(url, ".html") || strings.HasPrefix(url, "data:")
}
