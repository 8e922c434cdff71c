-- Sends one request over and over and looks at status and length of every answer.
-- Arguments: method, file with the body or "-", expected status, expected length.

local threads = {}

function setup(thread)
    table.insert(threads, thread)
end

function init(args)
    wrk.method = args[1]
    if args[2] ~= "-" then
        local file = assert(io.open(args[2], "rb"))
        wrk.body = file:read("*a")
        file:close()
    end
    status = tonumber(args[3])
    length = tonumber(args[4])
    wrong = 0
    example = ""
end

function response(got, headers, body)
    if got ~= status or #body ~= length then
        wrong = wrong + 1
        if wrong == 1 then
            example = got .. " with " .. #body .. " bytes"
        end
    end
end

function done(summary, latency, requests)
    local wrong, example = 0, ""
    for _, thread in ipairs(threads) do
        wrong = wrong + thread:get("wrong")
        example = thread:get("example")
    end
    local errors = summary.errors
    io.write(string.format("RESULT %d %d %d %d %d %d %s\n",
        summary.requests, summary.duration, wrong,
        errors.connect + errors.read + errors.write + errors.timeout,
        latency:percentile(50), latency:percentile(99), example))
end
