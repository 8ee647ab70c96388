import Foundation
import FoundationNetworking

// One request by URLSession. The URL is in the environment, because a clock that libfaketime stops takes a program's
// arguments away from Swift.

let environment = ProcessInfo.processInfo.environment
guard let text = environment["ROGUES_FETCH"], let url = URL(string: text) else {
  FileHandle.standardError.write(Data("ROGUES_FETCH is no URL\n".utf8))
  exit(64)
}
let configuration = URLSessionConfiguration.ephemeral
configuration.timeoutIntervalForRequest = 4
let session = URLSession(configuration: configuration)
let task = session.dataTask(with: url) { body, response, error in
  if let error = error as NSError? {
    FileHandle.standardError.write(Data("\(error.domain) \(error.code): \(error.localizedDescription)\n".utf8))
    exit(1)
  }
  let status = (response as? HTTPURLResponse)?.statusCode ?? 0
  guard status == 200 else {
    FileHandle.standardError.write(Data("status \(status)\n".utf8))
    exit(2)
  }
  FileHandle.standardOutput.write(body ?? Data())
  exit(0)
}
task.resume()
dispatchMain()
