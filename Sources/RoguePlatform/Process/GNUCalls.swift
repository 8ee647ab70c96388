#if os(Linux)
  internal import Glibc

  /// Calls that the C library has but whose headers hide them from the importer (they want `_GNU_SOURCE`): looked up
  /// by name in the library that is loaded anyway.
  enum GNUCalls {
    private static func address(of name: String) -> UnsafeMutableRawPointer? { unsafe dlsym(nil, name) }

    /// `accept4`: an accepted socket is nonblocking and not inherited, in one call. ENOSYS if the system lacks it.
    ///
    /// - Parameters:
    ///   - address: gets the peer's address, also where the peer has left again.
    ///   - length: of `address` in bytes.
    static func acceptNonBlocking(
      _ listener: Int32, _ address: UnsafeMutablePointer<sockaddr>, _ length: inout socklen_t
    ) -> Int32 {
      guard let accept4 = unsafe accept4 else {
        errno = ENOSYS
        return -1
      }
      return unsafe accept4(
        listener, address, &length, Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
    }

    private typealias Accept4 =
      @convention(c) (Int32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int32) -> Int32

    /// `sched_getcpu`; nil where there is no such call.
    static var currentProcessor: Int32? {
      guard let getProcessor else { return nil }
      let number = getProcessor()
      return number < 0 ? nil : number
    }

    private typealias GetProcessor = @convention(c) () -> Int32

    private static let getProcessor: GetProcessor? = unsafe address(of: "sched_getcpu").map {
      unsafe unsafeBitCast($0, to: GetProcessor.self)
    }

    /// Looked up once: it is called for every connection.
    private static let accept4: Accept4? = unsafe address(of: "accept4").map {
      unsafe unsafeBitCast($0, to: Accept4.self)
    }

    /// `posix_spawn_file_actions_addclosefrom_np`: the child closes every descriptor from that number on, after the
    /// fork, so that no other thread can open one in between. ENOSYS where the library has no such call.
    static func addCloseFrom(_ actions: inout posix_spawn_file_actions_t, _ first: Int32) -> Int32 {
      typealias Call = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
      guard let address = unsafe address(of: "posix_spawn_file_actions_addclosefrom_np") else { return ENOSYS }
      return unsafe unsafeBitCast(address, to: Call.self)(&actions, first)
    }

    /// `posix_spawn_file_actions_addchdir_np`: the child starts in that folder.
    static func addChangeDirectory(_ actions: inout posix_spawn_file_actions_t, _ path: String) -> Int32 {
      typealias Call =
        @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>) -> Int32
      guard let address = unsafe address(of: "posix_spawn_file_actions_addchdir_np") else { return ENOSYS }
      return unsafe unsafeBitCast(address, to: Call.self)(&actions, path)
    }

    /// `mallopt(M_ARENA_MAX)`: how many arenas the C library's allocator keeps for threads.
    static func limitArenas(_ count: Int32) {
      typealias Call = @convention(c) (Int32, Int32) -> Int32
      let arenaMax: Int32 = -8
      guard let address = unsafe address(of: "mallopt") else { return }
      _ = unsafe unsafeBitCast(address, to: Call.self)(arenaMax, count)
    }

    /// `pthread_setattr_default_np`: how large the stacks of threads are that are made from now on, in bytes.
    static func limitStacks(_ size: Int) {
      typealias Call = @convention(c) (UnsafePointer<pthread_attr_t>) -> Int32
      guard let address = unsafe address(of: "pthread_setattr_default_np") else { return }
      var attributes = pthread_attr_t()
      guard unsafe pthread_attr_init(&attributes) == 0 else { return }
      if unsafe pthread_attr_setstacksize(&attributes, size) == 0 {
        _ = unsafe unsafeBitCast(address, to: Call.self)(&attributes)
      }
      unsafe pthread_attr_destroy(&attributes)
    }

    /// `prctl(PR_SET_CHILD_SUBREAPER)`: descendants whose parents died become children of this process instead of
    /// init's, so that they can be found and ended.
    static func becomeSubreaper() -> Bool {
      // A C function with variable arguments takes integers like any other on Linux's ABIs.
      typealias Call = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
      let setChildSubreaper: Int32 = 36
      guard let address = unsafe address(of: "prctl") else { return false }
      return unsafe unsafeBitCast(address, to: Call.self)(setChildSubreaper, 1, 0, 0, 0) == 0
    }

    /// `setns`: the calling thread changes into that network namespace. ENOSYS where the library has no such call.
    static func enterNetwork(_ descriptor: Int32) -> Int32 {
      typealias Call = @convention(c) (Int32, Int32) -> Int32
      let newNetwork: Int32 = 0x4000_0000
      guard let address = unsafe address(of: "setns") else {
        errno = ENOSYS
        return -1
      }
      return unsafe unsafeBitCast(address, to: Call.self)(descriptor, newNetwork)
    }
  }
#endif
